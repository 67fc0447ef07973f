import { describe, expect, test } from 'vitest'
import type { MissedRule, OverlapRule } from '@qd/contract-kit'
import { MOST_MISSED, MOST_WAITING, planDue } from './plan-due.ts'
import { ruleClock } from './rule-clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.UTC(2026, 10, 23)
const hourly = ruleClock({ rule: { kind: 'every', minutes: 60, from: START }, zone: 'UTC' })
const NONE = { open: 0, waiting: 0 }
const entry = (missed: MissedRule, overlap: OverlapRule = 'skip') => ({ nextAt: START, missed, overlap })
const short = (runs: ReturnType<typeof planDue>['runs']) =>
  runs.map(({ dueAt, state, isLate }) => `${(dueAt - START) / HOUR_MS} ${state}${isLate ? ' late' : ''}`)

test('a time that is due runs, and the next one is known', () => {
  const plan = planDue(entry('skip'), hourly, START + 5_000, NONE)
  expect(short(plan.runs)).toEqual(['0 waiting'])
  expect([plan.takenAt, plan.nextAt]).toEqual([START, START + HOUR_MS])
})

describe('a console that was down for a day and came back half an hour after a due time', () => {
  const nowMs = START + DAY_MS + HOUR_MS / 2
  const planned = (missed: MissedRule) => planDue(entry(missed), hourly, nowMs, NONE)

  test('skip: nothing is made up for', () => {
    const { runs, nextAt } = planned('skip')
    expect(runs).toHaveLength(25)
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['missed']))
    expect(nextAt).toBe(START + DAY_MS + HOUR_MS)
  })

  test('once: the newest runs, late', () => {
    const { runs } = planned('once')
    expect(short(runs.slice(-2))).toEqual(['23 missed', '24 waiting late'])
    expect(runs.filter(({ state }) => state === 'waiting')).toHaveLength(1)
  })

  test('each: all run in their order, each late', () => {
    const { runs } = planned('each')
    expect(short(runs)).toEqual(Array.from({ length: 25 }, (_, hour) => `${hour} waiting late`))
  })
})

test('down for a year, each makes up for no more than the bound', () => {
  const nowMs = START + 365 * DAY_MS
  const { runs, nextAt } = planDue(entry('each'), hourly, nowMs, NONE)
  expect(runs).toHaveLength(MOST_MISSED + 1)
  expect(runs.at(-1)).toMatchObject({ dueAt: nowMs, isLate: false })
  expect(nextAt).toBe(nowMs + HOUR_MS)
})

test('back within a minute of a due time, that one is on time whatever was missed before it', () => {
  const { runs } = planDue(entry('skip'), hourly, START + 2 * HOUR_MS + 59_000, NONE)
  expect(short(runs)).toEqual(['0 missed', '1 missed', '2 waiting'])
})

describe('while an earlier run has not ended', () => {
  test.each<[OverlapRule, number, string]>([
    ['skip', 0, '0 skipped'],
    ['wait', 0, '0 waiting'],
    ['wait', MOST_WAITING, '0 waiting'],
    ['wait', MOST_WAITING + 1, '0 skipped'],
    ['both', 0, '0 waiting'],
  ])('%s with %i waiting: %s', (overlap, waiting, wanted) => {
    const before = { open: waiting + 1, waiting }
    expect(short(planDue(entry('skip', overlap), hourly, START, before).runs)).toEqual([wanted])
  })
})

test('a time that passes once ends the entry', () => {
  const once = ruleClock({ rule: { kind: 'once', at: START }, zone: 'UTC' })
  expect(planDue(entry('skip'), once, START + 1, NONE)).toMatchObject({ nextAt: null, takenAt: START })
  expect(short(planDue(entry('once'), once, START + DAY_MS, NONE).runs)).toEqual(['0 waiting late'])
})
