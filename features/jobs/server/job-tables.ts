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
}

export type StoredJob = JobTables['job']
export type StoredChunk = JobTables['job_chunk']
