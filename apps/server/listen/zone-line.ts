import { machineZone } from '@qd/i18n'

/** On which clock the console's own work runs, and what to do where the machine names none. */
export function zoneLine(tz: string | undefined): string {
  const { zone, by } = machineZone(tz)
  if (by === 'name') return `Work at night runs on the clock of ${zone}.`
  const what = tz === undefined ? 'This machine names no time zone' : `TZ="${tz}" names no time zone`
  return `${what}: work at night runs on the clock of ${zone}. To change that, set TZ to a name such as Europe/Berlin.`
}
