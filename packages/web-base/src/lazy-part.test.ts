import { afterEach, expect, it, vi } from 'vitest'
import { loadPatiently } from './lazy-part.ts'

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
const network = (isThere: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)

afterEach(() => vi.restoreAllMocks())

it('a part that cannot be fetched waits for the network and is loaded then', async () => {
  network(false)
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing()).mockResolvedValue('part')
  const loading = loadPatiently(load)
  await expect.poll(() => load).toHaveBeenCalledTimes(1)
  await Promise.resolve()
  window.dispatchEvent(new Event('online'))
  expect(await loading).toBe('part')
})

it('a part that cannot be had with a network fails', async () => {
  network(true)
  await expect(loadPatiently(async () => Promise.reject(missing()))).rejects.toThrow('dynamically imported')
})
