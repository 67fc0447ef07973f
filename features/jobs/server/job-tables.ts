import type { TargetRef } from '@qd/contract-kit'
import type { JobState, JobWhy } from '../contract/index.ts'

type Flag = 0 | 1

/** Times are ms UTC; JSON is text. */
export interface JobTables {
  job: {
    /** uuidv7: the order of ids is the order of starts. */
    id: string
    kind: string
    /** What it is called, in the words its starter read or typed. */
    name: string
    /** JSON of a JobTitle that readers get in their own language; null: `name` for everybody. */
    title: string | null
    params: string
    scope: string
    /** What the place was named by, to find it anew: JSON of a TargetRef. */
    target: string
    environment: string | null
    /** Whose idempotency key it is; never changes. */
    starter_id: string
    idempotency_key: string
    order_hash: string
    /** In whose name it runs. */
    owner_id: string
    owner: string
    /** The API token it was started with: its job has no more rights, and ends to work with it. */
    owner_token: string | null
    lang: string
    reason: string
    request_id: string
    state: JobState
    why: JobWhy
    fault: string
    total_rows: number
    done_rows: number
    failed_rows: number
    skipped_rows: number
    unknown_rows: number
    stop_percent: number
    /** Rows worked on, and bad ones among them, when it was last resumed. */
    base_worked: number
    base_bad: number
    /** Tries of the next chunk that met a server which is down. */
    tries: number
    not_before: number
    /** JSON of where its rows are read from; null: they were given. */
    source: string | null
    /** JSON of what reading goes on from. */
    cursor: string | null
    /** All rows are there. */
    is_ready: Flag
    expected_rows: number
    chunk_count: number
    /** JSON of StoredPlace[]: where rows lie by their index; null: all lie at its own place. */
    places: string | null
    /** JSON of the indexes of places whose rows were put off, since it was last gone on with. */
    lost_places: string | null
    /** JSON of JobStage[]: those before the rest. */
    stages: string | null
    /** Index of the stage it is at. */
    stage: number
    /** When the wait after the stage is over; null: it has not begun. */
    gate_until: number | null
    /** Its start asked for a step-up proof, so a retry does. */
    needs_proof: Flag
    /** Who asked for its end; null: nobody, or the program did. */
    cancelled_by: string | null
    /** The next chunk may have been worked on in part. */
    is_touched: Flag
    created_at: number
    started_at: number | null
    ended_at: number | null
    updated_at: number
  }
  /** Some rows that are worked on and committed together. Counters are what the job has counted of it. */
  job_chunk: {
    job_id: string
    n: number
    first_seq: number
    row_count: number
    state: 'waiting' | 'done' | 'dropped'
    done_rows: number
    failed_rows: number
    skipped_rows: number
    unknown_rows: number
    /** How many failed, or unknown, rows are to be worked on again. */
    redo_failed: number
    redo_unknown: number
    /** Attempt that failed rows are tried at next. */
    round: number
    /** How often rows of it were put off because their server was away; chunks with fewer come first. */
    deferred: number
    /** JSON of StoredOutcome[], one per row; null before the first time. */
    outcomes: string | null
  }
  /** Apart, so that committing a chunk does not write its rows again. */
  job_chunk_rows: { job_id: string; n: number; rows: string }
  /** Lines and events a job gives while it works. `n` counts every line, also those that were dropped. */
  job_output: {
    job_id: string
    n: number
    at: number
    /** `gap`: a node died here, some lines may be missing. */
    kind: 'line' | 'event' | 'gap'
    body: string
    bytes: number
  }
  /** What there is of a job's output; `is_open`: a node may hold lines that are not written yet. */
  job_output_head: { job_id: string; next_n: number; rows: number; bytes: number; is_open: Flag }
}

/** A place as a job keeps it, to be found anew. */
export interface StoredPlace {
  scope: string
  target: TargetRef
}

export type StoredJob = JobTables['job']
export type StoredOutput = JobTables['job_output']
export type StoredChunk = JobTables['job_chunk']
