import type { Environment } from '@qd/contract-kit'
import type { JobCounters, JobState, JobWhy } from '../contract/index.ts'
import type { StoredJob } from './job-tables.ts'

/** Topic of the broadcast: wakes the nodes, stops the one that runs the job, and feeds the channel. */
export const JOBS_TOPIC = 'jobs'

/** What nodes tell each other of a job. */
export interface JobNews {
  jobId: string
  name: string
  state: JobState
  why: JobWhy
  counters: JobCounters
  isPreparing: boolean
  stage: number
  ownerId: string
  ownerToken: string | null
  scope: string
  environment: Environment | null
  /** Where its output ends now, when lines were added. */
  output?: number
}

export function countersOf(job: StoredJob): JobCounters {
  return {
    total: job.total_rows,
    done: job.done_rows,
    failed: job.failed_rows,
    skipped: job.skipped_rows,
    unknown: job.unknown_rows,
  }
}

export function newsOf(job: StoredJob): JobNews {
  return {
    jobId: job.id,
    name: job.name,
    state: job.state,
    why: job.why,
    counters: countersOf(job),
    isPreparing: job.is_ready === 0,
    stage: job.stage,
    ownerId: job.owner_id,
    ownerToken: job.owner_token,
    scope: job.scope,
    environment: job.environment as Environment | null,
  }
}
