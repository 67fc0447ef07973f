import { isZone } from '@qd/i18n'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  if (!isZone(zone)) return null
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, clock)
  return clock
}

/** Minutes east of UTC of a zone at an instant; they change over daylight saving. Null: this browser does not know it. */
export function zoneMinutes(zone: string, ms: number): number | null {
  const clock = clockOf(zone)
  if (clock === null) return null
  const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return Math.round((wall - Math.floor(ms / 1_000) * 1_000) / 60_000)
}
