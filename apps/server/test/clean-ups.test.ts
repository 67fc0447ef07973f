import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCleanUps } from '../compose/start-clean-ups.ts'

const told: unknown[] = []
const logger = { warn: (detail: unknown) => void told.push(detail) }

beforeEach(() => {
  vi.useFakeTimers()
  told.length = 0
})
afterEach(() => vi.useRealTimers())

test('clean-ups run at the start, one after the other, then each in its own rhythm', async () => {
  const runs: string[] = []
  const named = (name: string, everyMs: number) => ({
    name,
    everyMs,
    run: async () => {
      runs.push(`${name} begins`)
      await Promise.resolve()
      runs.push(`${name} ends`)
    },
  })
  const stop = await startCleanUps(
    [{ name: 'a', cleanUps: [named('fast', 10), named('slow', 25)] }, { name: 'b' }],
    logger as never,
  )
  expect(runs).toEqual(['fast begins', 'fast ends', 'slow begins', 'slow ends'])
  runs.length = 0
  await vi.advanceTimersByTimeAsync(30)
  expect(runs.filter((run) => run === 'fast ends')).toHaveLength(3)
  expect(runs.filter((run) => run === 'slow ends')).toHaveLength(1)
  stop()
  runs.length = 0
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toEqual([])
})

test('one that fails is told, stops neither the start nor the others, and runs again', async () => {
  let others = 0
  const run = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('locked')))
  const other = { name: 'other', everyMs: 10, run: async () => void (others += 1) }
  const stop = await startCleanUps(
    [{ name: 'a', cleanUps: [{ name: 'rows', everyMs: 10, run }, other] }],
    logger as never,
  )
  expect(others).toBe(1)
  expect(told).toMatchObject([{ feature: 'a', cleanUp: 'rows', err: { message: 'locked' } }])
  await vi.advanceTimersByTimeAsync(10)
  expect(run).toHaveBeenCalledTimes(2)
  stop()
})

test('one that takes longer than its rhythm does not run twice at once', async () => {
  const open: (() => void)[] = []
  const run = vi.fn<() => Promise<void>>(() => new Promise((resolve) => open.push(resolve)))
  const starting = startCleanUps(
    [{ name: 'a', cleanUps: [{ name: 'rows', everyMs: 10, run }] }],
    logger as never,
  )
  open.shift()?.()
  const stop = await starting
  await vi.advanceTimersByTimeAsync(50)
  expect(run).toHaveBeenCalledTimes(2)
  open.shift()?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(run).toHaveBeenCalledTimes(3)
  stop()
})
