/** However busy, a session ends twelve hours after login. */
export const LIFETIME_MS = 12 * 3_600_000
/** Unused for this long it ends as well. */
export const IDLE_MS = 2 * 3_600_000
/** Use is recorded at most this often, so an idle session may end up to a minute early. */
export const SEEN_STEP_MS = 60_000

interface SessionTimes {
  expires_at: number
  last_seen_at: number
}

export function isSessionAlive(times: SessionTimes, nowMs: number): boolean {
  return nowMs < times.expires_at && nowMs - times.last_seen_at < IDLE_MS
}
