import { zoneMinutes } from '@qd/i18n'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Clocks change less often than that. */
const STEP_MS = 20 * 3_600_000
/** More is a day that a zone left out, as Samoa did, and no change of a clock. */
const MOST_MS = 6 * 3_600_000

/** A night on which the clock goes ahead over midnight, as in Greenland: the end of a day is left out. */
export interface MidnightGap {
  /** When it happens, ms UTC. */
  at: number
  /** What the clock would have shown, as if its zone were UTC: from here to midnight. */
  wallFrom: number
  midnight: number
}

const offsetMs = (zone: string, ms: number): number => (zoneMinutes(zone, ms) ?? 0) * MINUTE_MS

function gapIn(zone: string, from: number): MidnightGap | null {
  const [before, after] = [offsetMs(zone, from), offsetMs(zone, from + STEP_MS)]
  if (after <= before || after - before > MOST_MS) return null
  let [low, high] = [from, from + STEP_MS]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetMs(zone, middle) === before) low = middle
    else high = middle
  }
  const wallFrom = high + before
  const midnight = Math.ceil(wallFrom / DAY_MS) * DAY_MS
  return wallFrom < midnight && midnight <= high + after ? { at: high, wallFrom, midnight } : null
}

const kept = new Map<string, readonly MidnightGap[]>()
const MOST_KEPT = 5_000

function gapsOfYear(zone: string, year: number): readonly MidnightGap[] {
  const key = `${zone} ${year}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const found: MidnightGap[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let from = Date.UTC(year, 0, 1); from < end; from += STEP_MS) {
    const gap = gapIn(zone, from)
    if (gap !== null && gap.at < end) found.push(gap)
  }
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, found)
  return found
}

/** Those after one moment and up to another. */
export function midnightGaps(zone: string, afterMs: number, upToMs: number): MidnightGap[] {
  const years = [new Date(afterMs).getUTCFullYear(), new Date(upToMs).getUTCFullYear()] as const
  const found: MidnightGap[] = []
  for (let year = years[0]; year <= years[1]; year += 1) {
    for (const gap of gapsOfYear(zone, year)) if (gap.at > afterMs && gap.at <= upToMs) found.push(gap)
  }
  return found
}
