import { TestRunner } from 'vitest'

/** What is left to tell why, and to clean up, after a wait was given up: milliseconds. */
const RESERVE_MS = 3_000
/** Outside a test, where nobody tells the limit: that of hooks, less the reserve. */
const HOOK_MS = 110_000

/** How long the running test may still wait for something, in milliseconds; never negative. */
export function timeLeftMs(): number {
  const test = TestRunner.getCurrentTest()
  const startedAt = test?.result?.startTime
  if (test === undefined || startedAt === undefined) return HOOK_MS
  if (test.timeout === 0 || test.timeout === Infinity) return HOOK_MS
  return Math.max(0, startedAt + test.timeout - RESERVE_MS - Date.now())
}
