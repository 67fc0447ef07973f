import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProgressFeed } from './progress-feed.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function feed() {
  const seen = { told: 0, isBehind: false }
  const told = new ProgressFeed({ isBehind: () => seen.isBehind, tell: () => (seen.told += 1) })
  return { seen, told }
}

test('progress is told ten times a second at most, the last state always', () => {
  const { seen, told } = feed()
  for (let ms = 0; ms < 1_000; ms += 1) {
    told.changed()
    vi.advanceTimersByTime(1)
  }
  expect(seen.told).toBeLessThanOrEqual(11)
  expect(seen.told).toBeGreaterThanOrEqual(9)
  const before = seen.told
  told.changed()
  vi.advanceTimersByTime(200)
  expect(seen.told).toBe(before + 1)
})

test('a page that is behind is told nothing until it has read, and a closed one nothing at all', () => {
  const { seen, told } = feed()
  seen.isBehind = true
  told.changed()
  vi.advanceTimersByTime(5_000)
  expect(seen.told).toBe(0)
  seen.isBehind = false
  vi.advanceTimersByTime(100)
  expect(seen.told).toBe(1)
  told.changed()
  told.end()
  told.changed()
  vi.advanceTimersByTime(5_000)
  expect(seen.told).toBe(1)
})
