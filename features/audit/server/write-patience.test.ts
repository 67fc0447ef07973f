import { inBackground } from '@qd/server-kit'
import { whileWaited } from '@qd/server-kit/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WritePatience } from './write-patience.ts'

const LIMIT_MS = 2_000
let nowMs = 0

beforeEach(() => {
  nowMs = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Time in which the event loop runs. */
function run(ms: number): void {
  for (let left = ms; left > 0; left -= 50) {
    nowMs += 50
    vi.advanceTimersByTime(50)
  }
}
/** Time in which this process stands still: a long computation, a frozen machine. */
function standStill(ms: number): void {
  nowMs += ms
  vi.advanceTimersByTime(ms)
}

function waiting(patience: WritePatience) {
  const giveUp = vi.fn<() => void>()
  const end = whileWaited(() => patience.wait(giveUp))
  return { giveUp, end }
}

test('gives up after its limit, once', () => {
  const { giveUp } = waiting(new WritePatience(LIMIT_MS))
  run(LIMIT_MS - 100)
  expect(giveUp).not.toHaveBeenCalled()
  run(10 * LIMIT_MS)
  expect(giveUp).toHaveBeenCalledTimes(1)
})

test('does not count the time in which this process stood still', () => {
  const patience = new WritePatience(LIMIT_MS)
  const { giveUp } = waiting(patience)
  run(500)
  standStill(60_000)
  run(1_000)
  expect(giveUp).not.toHaveBeenCalled()
  const later = waiting(patience)
  run(1_000)
  expect(giveUp).toHaveBeenCalledTimes(1)
  run(LIMIT_MS)
  expect(later.giveUp).toHaveBeenCalledTimes(1)
})

test('waits longer for its turn while others get through', () => {
  const patience = new WritePatience(LIMIT_MS)
  const { giveUp } = waiting(patience)
  for (let at = 0; at < 4; at++) {
    run(LIMIT_MS - 500)
    patience.noteProgress()
  }
  expect(giveUp).not.toHaveBeenCalled()
  run(5 * LIMIT_MS)
  expect(giveUp).toHaveBeenCalledTimes(1)
})

test.each([
  ['a start, for whom nobody waits', <T>(work: () => T) => work()],
  ['a job that a call set off', <T>(work: () => T) => whileWaited(() => inBackground(work))],
])('%s is never refused', (_who, within) => {
  const giveUp = vi.fn<() => void>()
  within(() => new WritePatience(LIMIT_MS).wait(giveUp))
  run(100 * LIMIT_MS)
  expect(giveUp).not.toHaveBeenCalled()
})

test('leaves no timer behind', () => {
  const patience = new WritePatience(LIMIT_MS)
  const [first, second] = [waiting(patience), waiting(patience)]
  first.end()
  first.end()
  expect(vi.getTimerCount()).toBe(2)
  second.end()
  expect(vi.getTimerCount()).toBe(0)
})
