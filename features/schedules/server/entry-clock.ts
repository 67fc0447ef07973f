import { parseJsonText } from '@qd/canonical-json'
import type { ScheduleRule, ScheduleTiming } from '@qd/contract-kit'
import { ruleClock } from './rules/rule-clock.ts'
import type { RuleClock } from './rules/rule-clock.ts'
import type { StoredSchedule } from './schedule-tables.ts'

type Timed = Pick<StoredSchedule, 'rule' | 'zone' | 'overlap' | 'missed'>

export function timingOf({ rule, zone, overlap, missed }: Timed): ScheduleTiming {
  return { rule: parseJsonText(rule) as ScheduleRule, zone, overlap, missed }
}

/** The due times of an entry. */
export function clockOf(entry: Timed): RuleClock {
  return ruleClock(timingOf(entry))
}

/** Whether its rule has a time after this moment; one that nobody can read has none. */
export function hasTimeAfter(entry: Timed, nowMs: number): boolean {
  try {
    return clockOf(entry).next(nowMs) !== null
  } catch {
    return false
  }
}
