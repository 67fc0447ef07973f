import type { AnySchedule, Risk, ScheduleParams, ScheduleRule, ScheduleTiming } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { CallContext } from '../serve/call-context.ts'
import type { ApprovalWeight } from './approvals-port.ts'
import type { Caller } from './caller.ts'
import type { JobFact, JobRun, JobTitle, StartContext } from './jobs-port.ts'
import type { CataloguePlace } from './scope-port.ts'

/** One due time of an entry, or one asked for by hand. */
export interface ScheduledRun<P = unknown> {
  readonly scheduleId: string
  /** What the entry is called, for what it starts. */
  readonly name: string
  readonly params: P
  readonly place: CataloguePlace
  /** The owner with their present rights: it runs in their name only. */
  readonly caller: Caller
  readonly lang: Language
  readonly reason: string
  /** When it was due, ms UTC; of one asked for by hand, when it was asked for. */
  readonly dueAt: number
  /** Idempotency key of what it does: the same after a crash, another one at each due time. */
  readonly key: string
  /** Aborts when another node took over or this one stops. */
  readonly signal: AbortSignal
  /** As a call would hand it over. Its `commit` is audited in the owner's name, and refused once another node took over. */
  readonly ctx: StartContext
  /** Text of the feature texts in the owner's language. */
  text: JobRun['text']
}

/** What came of a run. */
export interface ScheduledOutcome {
  /** The job it started: the run ends with it. */
  readonly jobId?: string
  /** A sentence for the history, in the owner's language. */
  readonly msg?: string
}

/** In whose name and where a run would work: of who sets it off, or of its owner at a due time. */
export type ScheduleWeighing = Pick<
  CallContext,
  'caller' | 'place' | 'lang' | 'requestId' | 'text' | 'signal'
>

export interface ScheduleRunner<S extends AnySchedule> {
  /** What people read of the parameters, on the page of the entry. */
  facts?(params: ScheduleParams<S>, text: JobRun['text']): readonly JobFact[]
  /**
   * What a run weighs now, where that depends on its parameters; never below the kind's own risk. Throws an AppError where
   * it cannot run. From R4 on, an entry needs a step-up proof: without one, its next run stops it.
   */
  risk?(params: ScheduleParams<S>, ctx: ScheduleWeighing): Promise<Risk>
  /**
   * What making such an entry would ask an approval for. One that was made before a policy asked for it keeps its times: who
   * wants others, or a run of its own, makes a new one.
   */
  approval?(params: ScheduleParams<S>, ctx: ScheduleWeighing): Promise<Pick<ApprovalWeight, 'type' | 'facts'>>
  /**
   * May be called again with the same key after a crash, so each effect carries it. An AppError of the caller's making (403,
   * 404, 409, 422) stops the entry: no later due time would fare better. Any other error fails this run only.
   */
  run(run: ScheduledRun<ScheduleParams<S>>): Promise<ScheduledOutcome>
}

export interface ServedSchedule {
  readonly schedule: AnySchedule
  readonly runner: ScheduleRunner<AnySchedule>
}

/** Joins a declared kind of entry and what runs it, as `serveJob` does for a job. */
export function serveSchedule<S extends AnySchedule>(schedule: S, runner: ScheduleRunner<S>): ServedSchedule {
  return { schedule, runner: runner as unknown as ScheduleRunner<AnySchedule> }
}

/** Work of the program itself, on one node at a time; its owner is `system`. */
export interface SystemSchedule {
  /** `audit.verify`; stored, so it never changes. */
  readonly name: string
  /** Key of the title under `texts` in the feature's contract texts. */
  readonly title: string
  readonly rule: ScheduleRule
  /** May run again after a crash. It watches the signal, and throws when it failed. */
  run(signal: AbortSignal): Promise<void>
}

export interface ScheduleOrder<S extends AnySchedule> {
  readonly schedule: S
  readonly params: ScheduleParams<S>
  readonly timing: ScheduleTiming
  /** What it is called in lists. */
  readonly title: JobTitle
  readonly reason: string
  /** A step-up proof was given for it: the call weighs R4. */
  readonly isProven?: boolean
  /** The same key with the same order gives the entry already made; with another one 409. */
  readonly idempotencyKey: string
}

/** What other features need of the schedules feature. */
export interface SchedulesPort {
  /** Throws where `create` would refuse these times: before anybody proves for it that it is them. */
  checkTiming(schedule: AnySchedule, timing: ScheduleTiming): void
  /** Stores an entry together with the audit row of the call, at the call's place and in the name of its caller. */
  create<S extends AnySchedule>(
    ctx: CallContext,
    order: ScheduleOrder<S>,
  ): Promise<{ scheduleId: string; nextAt: number | null; replayed: boolean }>
}
