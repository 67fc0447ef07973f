import { AppError, coreErrors } from '@qd/contract-kit'
import { tokenOf } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { jobsErrors, stateAfter } from '../../contract/index.ts'
import type { JobDetail } from '../../contract/index.ts'
import type { JobTables, StoredJob } from '../job-tables.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { AFRESH, moveJob } from '../move-job.ts'
import type { JobChange } from '../move-job.ts'
import { detailOf, mayRetry, refuseVetoed } from './show-job.ts'
import { findJob } from './visible-jobs.ts'

type Which = 'failed' | 'unknown'

/** Chunks with such rows wait again; the rows are counted as not worked on until they end anew. */
async function reopenChunks(tx: Kysely<JobTables>, jobId: string, which: Which): Promise<void> {
  const counter = `${which}_rows` as const
  await tx
    .updateTable('job_chunk')
    .set((eb) => ({
      state: 'waiting' as const,
      [`redo_${which}`]: eb.ref(counter),
      [counter]: 0,
      ...(which === 'failed' ? { round: eb('round', '+', 1) } : {}),
    }))
    .where('job_id', '=', jobId)
    .where(counter, '>', 0)
    .execute()
}

/** The job belongs to the caller from now on: nobody's rights are used by another. */
function changeFor(ctx: CallContext, which: Which): JobChange {
  const { caller, lang } = ctx
  const other = which === 'failed' ? 'unknown_rows' : 'failed_rows'
  return {
    owner_id: caller.userId,
    owner: caller.username,
    owner_token: tokenOf(caller),
    lang,
    ...AFRESH,
    [`${which}_rows`]: 0,
    base_worked: sql<number>`done_rows + skipped_rows + ${sql.ref(other)}`,
    base_bad: sql<number>`${sql.ref(other)}`,
  }
}

/** Works again on the rows that failed, at a new attempt, or asks again what came of the unknown ones. */
export async function retryJob(
  deps: UseCaseDeps,
  { jobId, which }: { jobId: string; which: Which },
  ctx: CallContext,
): Promise<JobDetail> {
  const job = await findJob(deps, ctx.caller, jobId)
  ctx.fileAt(job.scope)
  if (deps.kindOf(job.kind) === undefined) throw new AppError(jobsErrors.job_kind_gone)
  if (!mayRetry(deps, ctx.caller, job)) throw new AppError(coreErrors.forbidden)
  await refuseVetoed(deps, job)
  if (stateAfter(job.state, 'retry') === null) throw new AppError(jobsErrors.job_wrong_state)
  if (job[`${which}_rows`] === 0) throw new AppError(jobsErrors.job_nothing_to_retry)
  // The proof of the start covered one try, by who gave it.
  if (job.needs_proof === 1) await ctx.askStepUp()
  const moved = await ctx.commit<JobTables, StoredJob>(async (tx) => {
    const after = await moveJob(tx, jobId, 'retry', { ...changeFor(ctx, which), nowMs: deps.nowMs() })
    if (after === undefined) throw new AppError(jobsErrors.job_wrong_state)
    await reopenChunks(tx, jobId, which)
    ctx.note({ rows: job[`${which}_rows`] })
    ctx.changed({ state: job.state, owner: job.owner }, { state: after.state, owner: after.owner })
    return after
  })
  return detailOf(deps, ctx, moved)
}
