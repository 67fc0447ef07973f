import type { BotsLoad } from '../../contract/index.ts'

/** First wait before a lost connection is opened again; doubled up to the longest. */
const BACK_OFF_MS = 500
const MOST_BACK_OFF_MS = 10_000
/** A pass that failed at once must not be repeated thousands of times a second. */
const FAILED_WAIT_MS = 100

/** How long a client waits between two passes; `tries`: of a connection that did not open. */
export function waitAfterPass({ model, thinkMs }: BotsLoad, hasFailed: boolean, tries: number): number {
  const { from, to } = thinkMs
  const waitMs = model === 'open' ? 0 : from + Math.random() * Math.max(0, to - from)
  const leastMs = hasFailed ? FAILED_WAIT_MS : 0
  const backOffMs = tries > 0 ? Math.min(MOST_BACK_OFF_MS, BACK_OFF_MS * 2 ** (tries - 1)) : 0
  return Math.max(waitMs, leastMs, backOffMs)
}
