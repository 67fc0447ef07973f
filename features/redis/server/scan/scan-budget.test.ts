import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScanBudgets } from './scan-budget.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const connection = { id: 'c1', scanBudget: 10_000 }

/** A scan that takes its turn again and again; answers how many keys it has got. */
function scanning(
  budgets: ScanBudgets,
  keys: number,
  signal = new AbortController().signal,
  of = connection,
) {
  const scan = { examined: 0 }
  const run = async () => {
    for (;;) {
      await budgets.take(of, scan, { keys, signal })
      scan.examined += keys
    }
  }
  run().catch(() => undefined)
  return scan
}

test('all scans of a connection share its budget, each with as much as the others', async () => {
  const budgets = new ScanBudgets()
  const scans = Array.from({ length: 10 }, () => scanning(budgets, 100))
  await vi.advanceTimersByTimeAsync(10_000)
  const each = scans.map(({ examined }) => examined)
  expect(each.reduce((sum, keys) => sum + keys, 0)).toBeLessThanOrEqual(101_000)
  expect(each.reduce((sum, keys) => sum + keys, 0)).toBeGreaterThanOrEqual(99_000)
  expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(100)
})

test('another connection has a budget of its own', async () => {
  const budgets = new ScanBudgets()
  const mine = scanning(budgets, 100)
  const theirs = scanning(budgets, 100, undefined, { id: 'c2', scanBudget: 1_000 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(mine.examined).toBeGreaterThanOrEqual(99_000)
  expect(theirs.examined).toBeLessThanOrEqual(1_100 * 10)
  expect(theirs.examined).toBeGreaterThanOrEqual(9_900)
})

test('a scan that ends leaves its turn to the others', async () => {
  const budgets = new ScanBudgets()
  const ending = new AbortController()
  const ended = scanning(budgets, 100, ending.signal)
  const other = scanning(budgets, 100)
  await vi.advanceTimersByTimeAsync(1_000)
  ending.abort()
  const [before, had] = [other.examined, ended.examined]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended.examined).toBe(had)
  expect(other.examined - before).toBeGreaterThanOrEqual(9_900)
})
