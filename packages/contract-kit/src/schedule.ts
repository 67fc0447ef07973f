import * as z from 'zod/mini'
import type { DeclaredPermission, Risk } from './permission.ts'
import type { Schema } from './route.ts'

/** `HH:MM` on a clock of 24 hours. */
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const MOST_MINUTES = 10_080
/** Latest time a Date can hold, ms UTC. */
const LAST_MS = 8.64e15

/**
 * When an entry is due. `every` counts real minutes from `from`; all others read the clock of the entry's zone. A month
 * has no `day` beyond 28 but its `last`, so that every month has one.
 */
export const scheduleRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), at: z.int().check(z.gte(0), z.lte(LAST_MS)) }),
  z.object({
    kind: z.literal('every'),
    minutes: z.int().check(z.gte(1), z.lte(MOST_MINUTES)),
    from: z.int().check(z.gte(0), z.lte(LAST_MS)),
  }),
  z.object({ kind: z.literal('daily'), at: clockTime }),
  z.object({
    kind: z.literal('weekly'),
    /** From 1, Monday, to 7, Sunday. */
    days: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
    at: clockTime,
  }),
  z.object({
    kind: z.literal('monthly'),
    day: z.union([z.int().check(z.gte(1), z.lte(28)), z.literal('last')]),
    at: clockTime,
  }),
  /** Minute, hour, day of the month, month, day of the week. */
  z.object({ kind: z.literal('cron'), expression: z.string().check(z.trim(), z.maxLength(100)) }),
])
export type ScheduleRule = z.infer<typeof scheduleRule>

/** What happens at a due time while an earlier run has not ended; `both` where the kind allows it. */
export const overlapRule = z.enum(['skip', 'wait', 'both'])
export type OverlapRule = z.infer<typeof overlapRule>

/** What happens to due times nobody was there for: none is run, the last one is run late, or each up to a bound. */
export const missedRule = z.enum(['skip', 'once', 'each'])
export type MissedRule = z.infer<typeof missedRule>

/** All that is said of when an entry runs. */
export const scheduleTiming = z.object({
  rule: scheduleRule,
  /** IANA name of the zone whose clock counts, e.g. `Europe/Berlin` or `Japan`. */
  zone: z.string().check(z.regex(/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/), z.maxLength(64)),
  overlap: overlapRule,
  missed: missedRule,
})
export type ScheduleTiming = z.infer<typeof scheduleTiming>

/** A kind of entry, declared like a job: work that any node starts when it is due, in its owner's name. */
export interface Schedule<P extends Schema = Schema> {
  readonly kind: 'schedule'
  /** `custom-function.run`; stored with each entry, so it never changes. */
  readonly name: string
  /** Key of the title under `routes` in the feature's contract texts. */
  readonly title: string
  /** What its owner must hold at the entry's place, when it is made and at each due time. */
  readonly permission: DeclaredPermission
  readonly risk: Risk
  /** Whether a run may begin while another one of the same entry has not ended. */
  readonly mayOverlap: boolean
  /** What its runs are told; stored as JSON. */
  readonly params: P
}

/** Declares a kind of entry once. */
export function defineSchedule<P extends Schema>(spec: Omit<Schedule<P>, 'kind'>): Schedule<P> {
  return { kind: 'schedule', ...spec }
}

// eslint-disable-next-line typescript/no-explicit-any -- variance, as for AnyRoute
export type AnySchedule = Schedule<any>
export type ScheduleParams<S> = S extends Schedule<infer P> ? z.output<P> : never
