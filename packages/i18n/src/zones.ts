const UTC_NAMES = new Set(['UTC', 'GMT', 'Etc/UTC', 'Etc/GMT'])
const ZERO = /^[+-]00:?00$/
/** A clock may be ahead of UTC by 14 hours and behind it by 12. */
const [MOST_EAST, MOST_WEST] = [14, -12]

/** The name Node or the browser has for a zone; null: it knows none like that. */
function resolved(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone ?? null
  } catch {
    return null
  }
}

/** Whether a zone has a clock here. */
export const isZone = (name: string): boolean => resolved(name) !== null

/**
 * The IANA name of a zone, as schedules keep it: `Asia/Tokyo` for `Japan`, `UTC` for `GMT` and `+00:00`; null for a name
 * nobody knows, and for an offset, which is no zone.
 */
export function knownZone(name: string): string | null {
  const found = resolved(name)
  if (found === null) return null
  if (UTC_NAMES.has(found) || ZERO.test(found)) return 'UTC'
  if (/^[+-]/.test(found)) return null
  // Two names of one zone are the same clock; the one somebody chose stays.
  return name.includes('/') ? name : found
}

/** A zone that is always so many minutes east of UTC; null: there is none without a change of clocks. */
function fixedZone(minutesEast: number): string | null {
  const hours = minutesEast / 60
  if (hours === 0) return 'UTC'
  if (!Number.isInteger(hours) || hours > MOST_EAST || hours < MOST_WEST) return null
  // These names count westwards.
  return knownZone(`Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`)
}

export interface MachineZone {
  zone: string
  /** `name`: the machine named it; `offset`: by its distance from UTC; `none`: nothing said which, so it is UTC. */
  by: 'name' | 'offset' | 'none'
}

const minutesEastIn = (month: number): number =>
  -new Date(new Date().getFullYear(), month, 1).getTimezoneOffset()

/**
 * The zone of the clock this program runs on. `asked` is the variable TZ, where there is one: a path of zone files in it
 * is a name too.
 */
export function machineZone(asked?: string): MachineZone {
  const path = (asked ?? '').replace(/^:/, '').replace(/^\/usr\/share\/zoneinfo\//, '')
  const named = path.includes('/') ? knownZone(path.replace(/^(?:posix|right)\//, '')) : null
  if (named !== null) return { zone: named, by: 'name' }
  const found: string | undefined = new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  const known = found === undefined ? null : knownZone(found)
  // Node answers UTC for what it cannot read as well: then the variable must have said so.
  if (known !== null && (known !== 'UTC' || asked === undefined || knownZone(path) === 'UTC'))
    return { zone: known, by: 'name' }
  const [winter, summer] = [minutesEastIn(0), minutesEastIn(6)]
  const fixed = winter === summer && winter !== 0 ? fixedZone(winter) : null
  return fixed === null ? { zone: 'UTC', by: 'none' } : { zone: fixed, by: 'offset' }
}
