import { Cron } from 'croner'
import { AppError } from '@qd/contract-kit'
import type { ScheduleRule, ScheduleTiming } from '@qd/contract-kit'
import { isZone } from '@qd/i18n'
import { schedulesErrors } from '../../contract/index.ts'
import { midnightGaps } from './midnight-gaps.ts'

/** The due times of a rule; both ends open. */
export interface RuleClock {
  /** The first one after this moment; null: none is still to come. */
  next(afterMs: number): number | null
  /** The last ones up to this moment and with it, the oldest first. */
  last(most: number, upToMs: number): number[]
}

type When = Pick<ScheduleTiming, 'rule' | 'zone'>

const MINUTE_MS = 60_000
/** Where the rule itself has no further time on one side: as far as a change of clocks is looked for. */
const LOOK_MS = 366 * 86_400_000
/** What a cron expression is made of; `?` would mean another time on each node, `@` hides what it says. */
const PLAIN_CRON = /^[\dA-Za-z*,\-/# ]+$/

function once(at: number): RuleClock {
  return {
    next: (afterMs) => (at > afterMs ? at : null),
    last: (most, upToMs) => (most > 0 && at <= upToMs ? [at] : []),
  }
}

/** Real minutes: no clock on the wall changes their distance. */
function every({ minutes, from }: Extract<ScheduleRule, { kind: 'every' }>): RuleClock {
  const stepMs = minutes * MINUTE_MS
  const countAt = (ms: number) => Math.floor((ms - from) / stepMs)
  return {
    next: (afterMs) => from + Math.max(0, countAt(afterMs) + 1) * stepMs,
    last(most, upToMs) {
      const newest = countAt(upToMs)
      const oldest = Math.max(0, newest - most + 1)
      return Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, n) => from + (oldest + n) * stepMs)
    },
  }
}

/** The rule as a cron expression of five fields; null for what is none. */
function expressionOf(rule: ScheduleRule): string | null {
  if (rule.kind === 'cron') return rule.expression
  if (rule.kind === 'once' || rule.kind === 'every') return null
  const [hour, minute] = rule.at.split(':').map(Number)
  const day = rule.kind === 'monthly' ? (rule.day === 'last' ? 'L' : rule.day) : '*'
  const days = rule.kind === 'weekly' ? rule.days.join(',') : '*'
  return `${minute} ${hour} ${day} * ${days}`
}

/**
 * A clock on the wall. A set time that does not exist on a night means the first moment after the gap; one that comes twice
 * means the first. What repeats within the hour goes on through both. These are the rules of Vixie cron.
 */
function wall(expression: string, zone: string): RuleClock {
  const options = { mode: '5-part', paused: true, fixedTimeRule: 'no-wildcard' } as const
  const cron = new Cron(expression, { ...options, timezone: zone })
  const onTheWall = new Cron(expression, { ...options, timezone: 'UTC' })
  const isFixed = !/[*/]/.test(expression.split(/ +/).slice(0, 2).join(' '))
  /** Set times of a day whose end is left out: the library looks for them on the next day only. */
  const overMidnight = (afterMs: number, upToMs: number): number[] => {
    if (!isFixed) return []
    return midnightGaps(zone, afterMs, upToMs)
      .filter(({ wallFrom, midnight }) => {
        const time = onTheWall.nextRun(new Date(wallFrom - 1))?.getTime() ?? midnight
        return time < midnight
      })
      .map(({ at }) => at)
  }
  return {
    next(afterMs) {
      const found = cron.nextRun(new Date(afterMs))?.getTime() ?? null
      return overMidnight(afterMs, found ?? afterMs + LOOK_MS)[0] ?? found
    },
    last(most, upToMs) {
      const found = cron.previousRuns(most, new Date(upToMs + 1)).map((date) => date.getTime())
      const oldest = Math.min(upToMs, ...found)
      const left = overMidnight(found.length < most ? oldest - LOOK_MS : oldest, upToMs)
      const all = [...new Set([...found, ...left])].toSorted((one, other) => one - other)
      return most > 0 ? all.slice(-most) : []
    },
  }
}

function assertZone(zone: string): void {
  if (!isZone(zone)) throw new AppError(schedulesErrors.schedule_zone_unknown, { field: 'timing.zone' })
}

const kept = new Map<string, RuleClock>()
const MOST_KEPT = 2_000

/** The clock of a rule; throws AppError for one that cannot be read. */
export function ruleClock({ rule, zone }: When): RuleClock {
  if (rule.kind === 'once') return once(rule.at)
  if (rule.kind === 'every') return every(rule)
  const expression = expressionOf(rule)!
  const key = `${zone} ${expression}`
  const known = kept.get(key)
  if (known !== undefined) return known
  assertZone(zone)
  try {
    if (!PLAIN_CRON.test(expression)) throw new TypeError('not a plain expression')
    const clock = wall(expression, zone)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, clock)
    return clock
  } catch (cause) {
    throw new AppError(schedulesErrors.schedule_cron_invalid, { field: 'timing.rule.expression', cause })
  }
}

/** The clock of a rule somebody asks for; throws AppError where no time of it is still to come. */
export function checkedClock(timing: When, nowMs: number): RuleClock {
  // Pages show each time on this clock, also of a rule that does not read it.
  assertZone(timing.zone)
  const clock = ruleClock(timing)
  if (clock.next(nowMs) !== null) return clock
  throw new AppError(schedulesErrors.schedule_never_due, { field: 'timing.rule' })
}

/** The next due times after a moment. */
export function upcomingTimes(clock: RuleClock, afterMs: number, most: number): number[] {
  const found: number[] = []
  for (let at = clock.next(afterMs); at !== null && found.length < most; at = clock.next(at)) found.push(at)
  return found
}
