import { AppError } from '@qd/contract-kit'
import type { ScheduleRule } from '@qd/contract-kit'
import { describe, expect, it, test } from 'vitest'
import { checkedClock, ruleClock, upcomingTimes } from './rule-clock.ts'

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe']
const iso = (ms: number) => new Date(ms).toISOString().replace(':00.000Z', 'Z')
const daily = (at: string): ScheduleRule => ({ kind: 'daily', at })
const cron = (expression: string): ScheduleRule => ({ kind: 'cron', expression })
const next = (rule: ScheduleRule, zone: string, after: string, most = 3) =>
  upcomingTimes(ruleClock({ rule, zone }), Date.parse(after), most).map(iso)

describe('a time that does not exist on a night means the first moment after the gap', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['America/New_York', '02:30', '2026-03-07T12:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    // Half an hour is left out there: from 02:00 to 02:30.
    ['Australia/Lord_Howe', '02:15', '2026-10-03T12:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
    // The end of 28 March is left out: 23:00 is midnight there.
    [
      'America/Nuuk',
      '23:30',
      '2026-03-27T12:00Z',
      ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    ['Asia/Shanghai', '02:30', '2026-03-28T12:00Z', ['2026-03-28T18:30Z', '2026-03-29T18:30Z']],
  ])('%s %s', (zone, at, after, wanted) =>
    expect(next(daily(at), zone, after, wanted.length)).toEqual(wanted),
  )

  it('also where the night takes the end of a day, for weeks and months and backwards', () => {
    const zone = 'America/Nuuk'
    const weekly = (day: number): ScheduleRule => ({ kind: 'weekly', days: [day], at: '23:00' })
    expect(next(weekly(6), zone, '2026-03-27T12:00Z', 2)).toEqual(['2026-03-29T01:00Z', '2026-04-05T00:00Z'])
    expect(next(weekly(7), zone, '2026-03-27T12:00Z', 1)).toEqual(['2026-03-30T00:00Z'])
    const yearly = cron('30 23 28 3 *')
    expect(next(yearly, zone, '2025-06-01T00:00Z', 2)).toEqual(['2026-03-29T01:00Z', '2027-03-29T00:30Z'])
    const before = ruleClock({ rule: daily('23:15'), zone }).last(2, Date.parse('2026-03-29T01:00Z'))
    expect(before.map(iso)).toEqual(['2026-03-28T01:15Z', '2026-03-29T01:00Z'])
    // What repeats within the hour leaves out the hour that is missing.
    expect(next(cron('*/30 * * * *'), zone, '2026-03-29T00:29Z', 2)).toEqual([
      '2026-03-29T00:30Z',
      '2026-03-29T01:00Z',
    ])
  })
})

describe('a time that comes twice on a night means the first one', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ['America/New_York', '01:30', '2026-10-31T12:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T12:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
    ['Asia/Shanghai', '01:30', '2026-10-24T12:00Z', ['2026-10-24T17:30Z', '2026-10-25T17:30Z']],
  ])('%s %s', (zone, at, after, wanted) => expect(next(daily(at), zone, after, 2)).toEqual(wanted))
})

test('set times of one expression keep to these rules, each by itself', () => {
  const two = cron('30 1,2 * * *')
  expect(next(two, 'Europe/Berlin', '2026-03-28T12:00Z')).toEqual([
    '2026-03-29T00:30Z',
    '2026-03-29T01:00Z',
    '2026-03-29T23:30Z',
  ])
  expect(next(two, 'Europe/Berlin', '2026-10-24T12:00Z')).toEqual([
    '2026-10-24T23:30Z',
    '2026-10-25T00:30Z',
    '2026-10-26T00:30Z',
  ])
})

test('what repeats within the hour goes on through an hour that comes twice, and leaves out one that is missing', () => {
  const often = cron('*/30 * * * *')
  expect(next(often, 'Europe/Berlin', '2026-10-24T23:59Z', 5)).toEqual([
    '2026-10-25T00:00Z',
    '2026-10-25T00:30Z',
    '2026-10-25T01:00Z',
    '2026-10-25T01:30Z',
    '2026-10-25T02:00Z',
  ])
  expect(next(often, 'Europe/Berlin', '2026-03-29T00:29Z', 3)).toEqual([
    '2026-03-29T00:30Z',
    '2026-03-29T01:00Z',
    '2026-03-29T01:30Z',
  ])
})

test('real minutes pass alike on every night', () => {
  const from = Date.parse('2026-10-24T22:10Z')
  const rule: ScheduleRule = { kind: 'every', minutes: 90, from }
  expect(next(rule, 'Europe/Berlin', '2026-10-24T22:10Z')).toEqual([
    '2026-10-24T23:40Z',
    '2026-10-25T01:10Z',
    '2026-10-25T02:40Z',
  ])
  expect(next(rule, 'Europe/Berlin', '2026-10-01T00:00Z', 1)).toEqual(['2026-10-24T22:10Z'])
})

describe('weeks and months', () => {
  const weekly: ScheduleRule = { kind: 'weekly', days: [7, 1], at: '08:00' }
  const last: ScheduleRule = { kind: 'monthly', day: 'last', at: '23:59' }
  test.each([
    ['Sundays and Mondays', weekly, 'UTC', ['2026-11-29T08:00Z', '2026-11-30T08:00Z', '2026-12-06T08:00Z']],
    ['the last day', last, 'UTC', ['2026-11-30T23:59Z', '2026-12-31T23:59Z', '2027-01-31T23:59Z']],
    [
      'the day of the zone, not of UTC',
      { kind: 'monthly', day: 1, at: '00:30' } as const,
      'Asia/Shanghai',
      ['2026-11-30T16:30Z', '2026-12-31T16:30Z', '2027-01-31T16:30Z'],
    ],
  ])('%s', (_what, rule, zone, wanted) => expect(next(rule, zone, '2026-11-23T12:00Z')).toEqual(wanted))
})

test.each([
  ['four fields', cron('0 9 * *'), 'UTC', 'schedule_cron_invalid'],
  ['seconds', cron('0 0 9 * * 1'), 'UTC', 'schedule_cron_invalid'],
  ['a minute beyond 59', cron('61 * * * *'), 'UTC', 'schedule_cron_invalid'],
  ['a field that means the moment of reading', cron('? 9 * * *'), 'UTC', 'schedule_cron_invalid'],
  ['a name for a whole expression', cron('@daily'), 'UTC', 'schedule_cron_invalid'],
  ['nothing', cron(''), 'UTC', 'schedule_cron_invalid'],
  ['a zone of no map', daily('09:00'), 'Mars/Phobos', 'schedule_zone_unknown'],
  ['31 February', cron('0 9 31 2 *'), 'UTC', 'schedule_never_due'],
  ['yesterday', { kind: 'once', at: 1_000 } as const, 'UTC', 'schedule_never_due'],
])('%s is refused', (_what, rule, zone, code) => {
  const asked = () => checkedClock({ rule, zone }, Date.UTC(2026, 10, 23))
  expect(asked).toThrow(AppError)
  expect(asked).toThrow(code)
})

/** The same numbers in each run of the tests. */
function* seeded(): Generator<number> {
  for (let state = 42; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

test('last and next tell of the same times, in every zone and over every change of the clock', () => {
  const random = seeded()
  const pick = (most: number) => Math.floor((random.next().value as number) * most)
  const rules: ScheduleRule[] = [
    daily('02:30'),
    cron('*/20 * * * *'),
    cron('15 1,2,3 * * *'),
    { kind: 'weekly', days: [1, 7], at: '02:15' },
    { kind: 'every', minutes: 37, from: Date.UTC(2026, 0, 1) },
  ]
  for (let n = 0; n < 200; n++) {
    const rule = rules[pick(rules.length)]!
    const clock = ruleClock({ rule, zone: ZONES[pick(ZONES.length)]! })
    const start = Date.UTC(2026, 0, 2) + pick(363 * 86_400_000)
    const forward = upcomingTimes(clock, start, 6)
    expect(forward, `${JSON.stringify(rule)} after ${iso(start)}`).toEqual(
      [...new Set(forward)].toSorted((one, other) => one - other),
    )
    expect(clock.last(6, forward.at(-1)!), `${JSON.stringify(rule)} after ${iso(start)}`).toEqual(forward)
    expect(clock.last(1, forward[0]! - 1)[0] ?? 0).toBeLessThanOrEqual(start)
  }
})
