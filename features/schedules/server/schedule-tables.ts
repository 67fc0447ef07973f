import type { MissedRule, OverlapRule } from '@qd/contract-kit'
import type { ScheduleRunState, ScheduleState, ScheduleWhy } from '../contract/index.ts'

type Flag = 0 | 1

/** Times are ms UTC; JSON is text. */
export interface ScheduleTables {
  schedule: {
    /** uuidv7 of entries people made; `system:<name>` of those of the program. */
    id: string
    kind: string
    is_system: Flag
    /** What it is called, in the words its owner read or typed. */
    name: string
    /** JSON of a JobTitle that readers get in their own language; null: `name` for everybody. */
    title: string | null
    scope: string
    /** What the place was named by, to find it again: JSON of a TargetRef. */
    target: string
    environment: string | null
    owner_id: string
    owner: string
    /** The API token it was made with: it has no more rights, and ends with it. */
    owner_token: string | null
    idempotency_key: string
    order_hash: string
    lang: string
    reason: string
    request_id: string
    /** JSON of a ScheduleRule. */
    rule: string
    zone: string
    overlap: OverlapRule
    missed: MissedRule
    state: ScheduleState
    why: ScheduleWhy
    fault: string
    /** JSON of Words: `fault` for readers of all languages; null: it is as it was said. */
    fault_words: string | null
    /** Somebody gave a step-up proof for what it does: it may weigh R4. */
    is_proven: Flag
    /** The due time that is taken next; null: none is. Moving it takes the time, and only one node can. */
    next_at: number | null
    /** The last due time that was taken. */
    taken_at: number | null
    revision: number
    created_at: number
    updated_at: number
  }
  /** Apart, so that taking a due time does not write a list of players again. */
  schedule_params: { schedule_id: string; params: string }
  schedule_run: {
    /** uuidv7: the order of ids is the order in which they were taken. */
    id: string
    schedule_id: string
    /** `due:<ms>` or `now:<key>`: one run for each. */
    due_key: string
    due_at: number
    state: ScheduleRunState
    is_late: Flag
    /** Who asked for it by hand. */
    by_name: string | null
    job_id: string | null
    msg: string
    /** JSON of Words, as `fault_words`. */
    words: string | null
    /** A proof was given for this run, which was asked for by hand. */
    is_proven: Flag
    started_at: number | null
    ended_at: number | null
  }
}

export type StoredSchedule = ScheduleTables['schedule']
export type StoredRun = ScheduleTables['schedule_run']
