import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptTimeline } from '../../../contract/index.ts'
import { Keeping } from './keeping.ts'

/* A time line that is kept in turns, while its page comes and goes. */

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const kept = { keptId: 'one' } as KeptTimeline
const progress = { frames: 1, of: 2 }

/** The page asked once, got no end and left. */
async function leftBetweenAsks(onFault: (error: unknown) => void = () => undefined) {
  const keeping = new Keeping(onFault)
  const run = Promise.withResolvers<KeptTimeline>()
  keeping.begin(progress, () => run.promise)
  const asked = keeping.wait()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asked).toEqual({ ...progress, kept: null })
  return { keeping, run }
}

test('one that ended while no page asked stands in nobody else’s way', async () => {
  const { keeping, run } = await leftBetweenAsks()
  expect(() => keeping.begin(progress, async () => kept)).toThrow('too_many_requests')
  run.resolve(kept)
  await vi.advanceTimersByTimeAsync(0)
  keeping.begin(progress, async () => ({ ...kept, keptId: 'two' }))
  expect(await keeping.wait()).toMatchObject({ kept: { keptId: 'two' } })
})

test('the page that comes back still hears how it ended', async () => {
  const { keeping, run } = await leftBetweenAsks()
  run.resolve(kept)
  await vi.advanceTimersByTimeAsync(0)
  expect(await keeping.wait()).toMatchObject({ kept })
  await expect(keeping.wait()).rejects.toThrow('not_found')
})

test('a failure that no page waits for is written down; one that a page hears is told there', async () => {
  const faults: unknown[] = []
  const { keeping, run } = await leftBetweenAsks((error) => faults.push(error))
  const full = new Error('the disk is full')
  run.reject(full)
  await vi.advanceTimersByTimeAsync(0)
  expect(faults).toEqual([full])
  keeping.begin(progress, () => Promise.reject(new Error('heard')))
  await expect(keeping.wait()).rejects.toThrow('heard')
  expect(faults).toEqual([full])
})
