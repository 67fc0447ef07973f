import { afterEach, expect, it, vi } from 'vitest'
import { loadPatiently } from './lazy-part.ts'

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
const network = (isThere: () => boolean) =>
  vi.stubGlobal('fetch', async () => {
    if (!isThere()) throw new TypeError('Failed to fetch')
    return new Response()
  })

afterEach(() => vi.unstubAllGlobals())

it('a part that cannot be fetched waits for the network and is loaded then', async () => {
  let isThere = false
  network(() => isThere)
  let tries = 0
  const load = async () => {
    tries += 1
    if (!isThere) throw missing()
    return 'part'
  }
  const loading = loadPatiently(load)
  await vi.waitFor(() => expect(tries).toBe(1))
  isThere = true
  window.dispatchEvent(new Event('online'))
  expect(await loading).toBe('part')
})

it('a part that is gone from a console that answers fails', async () => {
  network(() => true)
  const load = vi.fn(async () => Promise.reject(missing()))
  await expect(loadPatiently(load)).rejects.toThrow('dynamically imported')
  expect(load).toHaveBeenCalledTimes(2)
})
