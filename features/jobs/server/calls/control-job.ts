import { AppError, coreErrors } from '@qd/contract-kit'
import { tokenOf } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { sql } from 'kysely'
import { jobsErrors, stateAfter } from '../../contract/index.ts'
import type { JobDetail, JobMove } from '../../contract/index.ts'
import type { JobTables, StoredJob } from '../job-tables.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { AFRESH, moveJob } from '../move-job.ts'
import type { JobChange } from '../move-job.ts'
import { isBetweenStages } from '../stages.ts'
import { canResume, detailOf, isResumable, refuseVetoed } from './show-job.ts'
import { findJob, mayControl } from './visible-jobs.ts'

const wrongState = () => new AppError(jobsErrors.job_wrong_state)

async function controlled(deps: UseCaseDeps, ctx: CallContext, jobId: string): Promise<StoredJob> {
  const job = await findJob(deps, ctx.caller, jobId)
  ctx.fileAt(job.scope)
  if (!mayControl(deps, ctx.caller, job)) throw new AppError(coreErrors.forbidden)
  return job
}

async function moveBy(
  deps: UseCaseDeps,
  ctx: CallContext,
  job: StoredJob,
  asked: { move: JobMove; change: JobChange & { atStage?: number } },
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
  if (!isResumable(deps, job)) throw wrongState()
  return moveBy(deps, ctx, job, { move: 'askPause', change: { why: '' } })
}

/**
 * In its owner's name; the failure limit counts anew from here. Its owner gives it the rights they have where they say so:
 * those of an API token, or all of theirs after the token of its start has ended.
 */
function goingOn(ctx: CallContext, job: StoredJob): JobChange {
  return {
    ...AFRESH,
    ...(job.owner_id === ctx.caller.userId ? { owner_token: tokenOf(ctx.caller) } : {}),
    base_worked: sql<number>`done_rows + failed_rows + skipped_rows + unknown_rows`,
    base_bad: sql<number>`failed_rows + unknown_rows`,
  }
}

/** Goes on with the rest. */
export async function resumeJob(deps: UseCaseDeps, jobId: string, ctx: CallContext): Promise<JobDetail> {
  const job = await controlled(deps, ctx, jobId)
  await refuseVetoed(deps, job)
  if (!canResume(deps, job)) throw wrongState()
  return moveBy(deps, ctx, job, { move: 'resume', change: goingOn(ctx, job) })
}

/** Goes on with the next stage, whatever came of the last one. */
export async function goOnJob(
  deps: UseCaseDeps,
  { jobId, stage }: { jobId: string; stage: number },
  ctx: CallContext,
): Promise<JobDetail> {
  const job = await controlled(deps, ctx, jobId)
  // Said before: what was wanted is so.
  if (job.stage === stage + 1) return ctx.commit(async () => detailOf(deps, ctx, job))
  await refuseVetoed(deps, job)
  if (job.stage !== stage || !isBetweenStages(job)) throw wrongState()
  const change = { ...goingOn(ctx, job), stage: stage + 1, gate_until: null, atStage: stage }
  return moveBy(deps, ctx, job, { move: 'goOn', change })
}

export async function cancelJobCall(deps: UseCaseDeps, jobId: string, ctx: CallContext): Promise<JobDetail> {
  const job = await controlled(deps, ctx, jobId)
  const change = { not_before: 0, cancelled_by: ctx.caller.userId }
  return moveBy(deps, ctx, job, { move: 'askCancel', change })
}

/** For the program that started it: ends it at its next row; nothing where it has ended, or was told so before. */
export async function cancelJob(deps: UseCaseDeps, jobId: string, byUserId: string): Promise<void> {
  const change = { not_before: 0, cancelled_by: byUserId, nowMs: deps.nowMs() }
  await deps.store.write((tx) => moveJob(tx, jobId, 'askCancel', change))
}
