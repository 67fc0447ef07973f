const HOUR_MS = 3_600_000
const NIGHT_HOUR = 3

/** Once a night at three, by the machine's clock; a console that slept through it makes up for it. */
export function isVerifyDue(now: Date, lastMs: number | null): boolean {
  if (lastMs === null) return now.getHours() === NIGHT_HOUR
  // A clock that was set back must not put the next run off.
  const sinceMs = Math.abs(now.getTime() - lastMs)
  return sinceMs > 26 * HOUR_MS || (sinceMs > 20 * HOUR_MS && now.getHours() === NIGHT_HOUR)
}
