/** However busy, a session ends twelve hours after login. */
export const LIFETIME_MS = 12 * 3_600_000
/** Unused for this long it ends as well. */
export const IDLE_MS = 2 * 3_600_000
/** Use is recorded at most this often, so an idle session may end up to a minute early. */
export const SEEN_STEP_MS = 60_000

/** Signed in by password while a second factor is still to be set up. */
export const PENDING_MS = 30 * 60_000
/** "View as this role" lasts so long, and never longer than the session it was opened from. */
export const PREVIEW_MS = 30 * 60_000
/** Open sessions of one user; one more ends the oldest. */
export const MOST_SESSIONS = 20

/** A browser in which somebody completed a sign-in is known to the account for this long after the last one. */
export const DEVICE_MS = 90 * 86_400_000
/** Known browsers of one account; one more pushes out the longest unused. */
export const MOST_DEVICES = 20

interface SessionTimes {
  expiresAt: number
  lastSeenAt: number
  /** null: it may lie unused. */
  idleMs: number | null
}

export function isSessionAlive({ expiresAt, lastSeenAt, idleMs }: SessionTimes, nowMs: number): boolean {
  return nowMs < expiresAt && (idleMs === null || nowMs - lastSeenAt < idleMs)
}
