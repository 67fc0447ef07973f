import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS, useSettings } from '@qd/web-base'
import { firstWeekDay, wallCalendar } from './picker-calendar.ts'
import { formatWall, instantOf, parseWall, wallOf, withMonth } from './wall-clock.ts'
import { currentZone, localMinutes, setServerZone, zoneName } from '@qd/web-base'
import { formatInstant } from '@qd/web-base'

const liveIn = (zone: string) => vi.stubEnv('TZ', zone)

afterEach(() => {
  vi.unstubAllEnvs()
  useSettings.setState(DEFAULT_SETTINGS)
  setServerZone(null)
})

const MOMENT = 'YYYY-MM-DD HH:mm:ss'
const shown = (wall: Date) => formatWall(wall, MOMENT, [])

describe('zone of times', () => {
  const at = Date.UTC(2026, 10, 21, 22, 30, 0)

  it.each([
    ['server', 60, '2026-11-21 23:30:00'],
    ['server', null, '2026-11-22 06:30:00'],
    ['local', 60, '2026-11-22 06:30:00'],
    ['utc', 60, '2026-11-21 22:30:00'],
  ] as const)('mode %s with a server at %s min shows %s', (timeZone, minutes, text) => {
    liveIn('Asia/Shanghai')
    setServerZone(minutes)
    useSettings.setState({ timeZone })
    expect(formatInstant(at)).toBe(text)
    expect(currentZone().isGuessed).toBe(timeZone === 'server' && minutes === null)
  })

  it.each([
    [480, 'UTC+08:00'],
    [-210, 'UTC-03:30'],
    [0, 'UTC+00:00'],
  ])('names %i minutes %s', (minutes, name) => expect(zoneName(minutes)).toBe(name))
})

describe('wall clock over daylight saving in Berlin', () => {
  it.each([
    ['the hour before the clocks go forward', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
    [
      'the hour that is skipped means as long after the change',
      '2026-03-29 02:30:00',
      '2026-03-29T01:30:00.000Z',
    ],
    ['the hour after', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
    ['the hour that comes twice means its first pass', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
    ['after the clocks went back', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ])('%s', (_name, text, instant) => {
    liveIn('Europe/Berlin')
    expect(new Date(instantOf(parseWall(text)!, localMinutes)).toISOString()).toBe(instant)
  })

  it('what is shown reads back as the same instant, but for the second pass of a doubled hour', () => {
    liveIn('Europe/Berlin')
    const from = Date.UTC(2026, 0, 1) / 1000
    fc.assert(
      fc.property(fc.integer({ min: from, max: from + 365 * 86_400 }), (second) => {
        const ms = second * 1000
        const back = instantOf(wallOf(ms, localMinutes), localMinutes)
        expect(formatInstant(back)).toBe(formatInstant(ms))
        expect([0, 3_600_000]).toContain(ms - back)
      }),
    )
  })

  it('a server in Berlin read from a browser in Shanghai keeps the hour the browser does not have', () => {
    liveIn('America/New_York')
    const minutesAt = () => 60
    // New York skips 02:30 on this day; the server's clock shows it.
    const wall = parseWall('2026-03-08 02:30:00')!
    expect(shown(wallOf(instantOf(wall, minutesAt), minutesAt))).toBe('2026-03-08 02:30:00')
  })
})

describe('typed times', () => {
  it.each([
    ['2026-11-21', '2026-11-21 00:00:00'],
    ['2026/1/2 5:07', '2026-01-02 05:07:00'],
    ['2026-11-21T05:59:31', '2026-11-21 05:59:31'],
  ])('%s is read as %s', (text, read) => expect(shown(parseWall(text)!)).toBe(read))

  it.each(['', 'tomorrow', '2026-02-30', '2026-13-01', '2026-01-01 24:10', '21.11.2026'])(
    '%s is no time',
    (text) => expect(parseWall(text)).toBeNull(),
  )

  it('a written time reads back', () => {
    const instants = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (date) => {
        const text = shown(date)
        expect(shown(parseWall(text)!)).toBe(text)
      }),
    )
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-03-31', -4, '2025-11-30'],
  ])('%s moved by %i months is %s', (from, months, to) => {
    const wall = parseWall(from)!
    expect(shown(withMonth(wall, wall.getUTCFullYear(), wall.getUTCMonth() + months)).slice(0, 10)).toBe(to)
  })
})

describe('calendar of the date field', () => {
  it.each([
    ['en_US', 0],
    ['de_DE', 1],
    ['pt_BR', 0],
    ['ru_RU', 1],
  ])('a week in %s starts on day %i', (locale, day) => expect(firstWeekDay(locale)).toBe(day))

  it.each([
    ['2026-01-01', 1],
    ['2027-01-01', 53],
    ['2026-12-28', 53],
  ])('%s is in week %i', (text, week) => {
    expect(wallCalendar.locale.getWeek('de_DE', parseWall(text)!)).toBe(week)
  })

  it('the first day of a week is never after a day of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom('en_US', 'de_DE'), (day, locale) => {
        const wall = new Date(day * 86_400_000)
        const first = wallCalendar.locale.getWeekFirstDate(locale, wall)
        expect(first.getUTCDay()).toBe(firstWeekDay(locale))
        expect(wall.getTime() - first.getTime()).toBeLessThan(7 * 86_400_000)
        expect(first.getTime()).toBeLessThanOrEqual(wall.getTime())
      }),
    )
  })
})
