import { currentZone } from '@qd/web-base'

/**
 * A wall clock: a Date whose UTC fields are what a clock on the wall shows. Fields of the browser's own zone
 * would skip an hour when its daylight saving begins, though the zone shown has that hour.
 */
export type WallClock = Date

const MINUTE_MS = 60_000

/** What the clock shows at an instant (milliseconds UTC). */
export function wallOf(ms: number, minutesAt: (ms: number) => number): WallClock {
  return new Date(ms + minutesAt(ms) * MINUTE_MS)
}

/**
 * The instant at which the clock shows this. An hour that comes twice means its first pass; one that is skipped
 * means the same distance after the change.
 */
export function instantOf(wall: WallClock, minutesAt: (ms: number) => number): number {
  const shown = wall.getTime()
  const early = shown - minutesAt(shown - 1440 * MINUTE_MS) * MINUTE_MS
  if (wallOf(early, minutesAt).getTime() === shown) return early
  const late = shown - minutesAt(shown + 1440 * MINUTE_MS) * MINUTE_MS
  return wallOf(late, minutesAt).getTime() === shown ? late : early
}

/** Now, on the clock of the chosen zone. */
export function wallNow(): WallClock {
  return wallOf(Date.now(), currentZone().minutesAt)
}

/** What a field becomes; months out of range carry over, days beyond a month's end stop there. */
export function withMonth(wall: WallClock, year: number, month: number): WallClock {
  const next = new Date(wall)
  next.setUTCDate(1)
  next.setUTCFullYear(year, month)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(wall.getUTCDate(), last))
  return next
}

const TOKEN = /\[([^\]]*)\]|YYYY|MMM|MM|M|DD|D|HH|H|mm|m|SSS|ss|s/g

/** Writes a wall clock by a format of the date field: `YYYY-MM-DD HH:mm:ss`. */
export function formatWall(wall: WallClock, format: string, monthNames: readonly string[]): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  const values: Record<string, string> = {
    YYYY: pad(wall.getUTCFullYear(), 4),
    MMM: monthNames[wall.getUTCMonth()] ?? '',
    MM: pad(wall.getUTCMonth() + 1, 2),
    M: String(wall.getUTCMonth() + 1),
    DD: pad(wall.getUTCDate(), 2),
    D: String(wall.getUTCDate()),
    HH: pad(wall.getUTCHours(), 2),
    H: String(wall.getUTCHours()),
    mm: pad(wall.getUTCMinutes(), 2),
    m: String(wall.getUTCMinutes()),
    SSS: pad(wall.getUTCMilliseconds(), 3),
    ss: pad(wall.getUTCSeconds(), 2),
    s: String(wall.getUTCSeconds()),
  }
  return format.replaceAll(TOKEN, (token, quoted: string | undefined) => quoted ?? values[token] ?? token)
}

const TYPED = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*$/

/** Reads `2026-11-21`, `2026/11/21 5:59` or `2026-11-21T05:59:31`; null for what is no date. */
export function parseWall(text: string): WallClock | null {
  const found = TYPED.exec(text)
  if (found === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  // 31 February and 25 o'clock would silently become another time.
  const isSame =
    wall.getUTCMonth() === month - 1 &&
    wall.getUTCDate() === day &&
    wall.getUTCHours() === hour &&
    wall.getUTCMinutes() === minute &&
    wall.getUTCSeconds() === second
  return isSame ? wall : null
}
