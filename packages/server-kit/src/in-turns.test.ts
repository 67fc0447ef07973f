import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurns, turnClock } from './in-turns.ts'

/** The clock, which only work moves on. */
let nowMs: number
/** Turns of everybody else. */
let others: number
let ticking: NodeJS.Immediate

beforeEach(() => {
  nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  others = 0
  const tick = () => {
    others += 1
    ticking = setImmediate(tick)
  }
  ticking = setImmediate(tick)
})
afterEach(() => {
  clearImmediate(ticking)
  vi.restoreAllMocks()
})

function* work(lastsMs: number) {
  for (let ms = 0; ms < lastsMs; ms += 1) {
    nowMs += 1
    yield
  }
  return 'done'
}

test('work in turns gives its answer, and others have theirs every 8 ms', async () => {
  expect(await inTurns(work(100))).toBe('done')
  expect(others).toBe(12)
})

test('others have their turn between parts that are each too short to give one', async () => {
  const clock = turnClock()
  for (let part = 0; part < 100; part += 1) await inTurns(work(1), clock)
  expect(others).toBe(12)
})

test('a fault in the middle is the fault of the whole', async () => {
  // eslint-disable-next-line require-yield -- it throws before it would
  function* broken(): Generator<undefined, never> {
    throw new Error('broken')
  }
  await expect(inTurns(broken())).rejects.toThrow('broken')
})
