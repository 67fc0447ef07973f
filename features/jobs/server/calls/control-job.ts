import { AppError, coreErrors } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { sql } from 'kysely'
import { jobsErrors, stateAfter } from '../../contract/index.ts'
import type { JobDetail, JobMove } from '../../contract/index.ts'
import { tokenOf } from '../engine/check-standing.ts'
import type { JobTables, StoredJob } from '../job-tables.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { AFRESH, moveJob } from '../move-job.ts'
import type { JobChange } from '../move-job.ts'
import { detailOf, hasRest } from './show-job.ts'
import { findJob, mayControl } from './visible-jobs.ts'

const wrongState = () => new AppError(jobsErrors.job_wrong_state)

async function controlled(deps: UseCaseDeps, ctx: CallContext, jobId: string): Promise<StoredJob> {
  const job = await findJob(deps, ctx.caller, jobId)
  ctx.fileAt(job.scope)
  if (!mayControl(ctx.caller, job)) throw new AppError(coreErrors.forbidden)
  return job
}

async function moveBy(
  deps: UseCaseDeps,
  ctx: CallContext,
  job: StoredJob,
  asked: { move: JobMove; change: JobChange },
): Promise<JobDetail> {
  if (stateAfter(job.state, asked.move) === null) throw wrongState()
  const moved = await ctx.commit<JobTables, StoredJob>(async (tx) => {
    const after = await moveJob(tx, job.id, asked.move, { ...asked.change, nowMs: deps.nowMs() })
    if (after === undefined) throw wrongState()
    ctx.changed({ state: job.state, why: job.why }, { state: after.state })
    return after
  })
  return detailOf(deps, ctx, moved)
}

/** The chunk under way is ended first; then the job stands still until somebody resumes it. */
export async function pauseJob(deps: UseCaseDeps, jobId: string, ctx: CallContext): Promise<JobDetail> {
  const job = await controlled(deps, ctx, jobId)
  return moveBy(deps, ctx, job, { move: 'askPause', change: { why: '' } })
}

/**
 * Goes on with the rest, in its owner's name; the failure limit counts anew from here. Its owner gives it the rights
 * they have where they say so: those of an API token, or all of theirs after the token of its start has ended.
 */
export async function resumeJob(deps: UseCaseDeps, jobId: string, ctx: CallContext): Promise<JobDetail> {
  const job = await controlled(deps, ctx, jobId)
  if (!hasRest(job)) throw wrongState()
  const change = {
    ...AFRESH,
    ...(job.owner_id === ctx.caller.userId ? { owner_token: tokenOf(ctx.caller) } : {}),
    base_worked: sql<number>`done_rows + failed_rows + skipped_rows + unknown_rows`,
    base_bad: sql<number>`failed_rows + unknown_rows`,
  }
  return moveBy(deps, ctx, job, { move: 'resume', change })
}

export async function cancelJobCall(deps: UseCaseDeps, jobId: string, ctx: CallContext): Promise<JobDetail> {
  const job = await controlled(deps, ctx, jobId)
  return moveBy(deps, ctx, job, { move: 'askCancel', change: { not_before: 0 } })
}
