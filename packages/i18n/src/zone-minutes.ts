import { isZone } from './zones.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Names may come from strangers, in any case of their letters. */
const MOST_CLOCKS = 1_000
/** What a Date can hold, on either side of 1970. */
const MOST_MS = 8_640_000_000_000_000

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  if (!isZone(zone)) return null
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  clocks.set(zone, clock)
  return clock
}

/** Minutes east of UTC of a zone at an instant; they change over daylight saving. Null: nobody here knows the zone. */
export function zoneMinutes(zone: string, ms: number): number | null {
  const clock = Math.abs(ms) <= MOST_MS ? clockOf(zone) : null
  if (clock === null) return null
  const text = clock.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text ?? '') ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
