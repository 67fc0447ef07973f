import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { isZone, knownZone, machineZone } from './zones.ts'

afterEach(() => vi.unstubAllEnvs())

/** Node reads its zone again when the variable changes. */
function zoneWith(tz: string) {
  vi.stubEnv('TZ', tz)
  return machineZone(tz)
}

describe('the zone of the machine', () => {
  it.each([
    // What compose writes for a variable that is not set.
    ['', 'UTC', 'none'],
    ['Etc/Unknown', 'UTC', 'none'],
    ['Factory', 'UTC', 'none'],
    ['nonsense', 'UTC', 'none'],
    ['CET-1CEST,M3.5.0,M10.5.0/3', 'UTC', 'none'],
    ['GMT', 'UTC', 'name'],
    ['UTC', 'UTC', 'name'],
    ['Etc/UTC', 'UTC', 'name'],
    ['+00:00', 'UTC', 'name'],
    ['Zulu', 'UTC', 'name'],
    ['Japan', 'Asia/Tokyo', 'name'],
    ['PRC', 'Asia/Shanghai', 'name'],
    ['Cuba', 'America/Havana', 'name'],
    ['Europe/Kyiv', 'Europe/Kyiv', 'name'],
    ['Etc/GMT+5', 'Etc/GMT+5', 'name'],
    [':Europe/Berlin', 'Europe/Berlin', 'name'],
    ['/usr/share/zoneinfo/Europe/Berlin', 'Europe/Berlin', 'name'],
    ['posix/Europe/Berlin', 'Europe/Berlin', 'name'],
    // POSIX counts westwards: eight hours ahead, and five behind.
    ['CST-8', 'Etc/GMT-8', 'offset'],
    ['GMT+5', 'Etc/GMT+5', 'offset'],
  ])('TZ=%j is %s by its %s', (tz, zone, by) => {
    expect(zoneWith(tz)).toEqual({ zone, by })
    expect(isZone(zone)).toBe(true)
  })
})

test.each([
  ['Japan', 'Asia/Tokyo'],
  ['GMT', 'UTC'],
  ['+00:00', 'UTC'],
  ['-00:00', 'UTC'],
  ['+05:30', null],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Mars/Phobos', null],
  ['Etc/Unknown', null],
  ['', null],
])('a zone called %j is known as %s', (name, zone) => expect(knownZone(name)).toBe(zone))
