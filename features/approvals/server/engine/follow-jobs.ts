import type { UseCaseDeps } from '../approvals-deps.ts'
import type { JobStanding } from '../approvals-deps.ts'
import { unlessRefused } from './begin-execution.ts'
import { endExecution } from './end-execution.ts'
import type { Ending } from './end-execution.ts'

const MOST = 500

const AS: Record<string, Ending['as']> = {
  succeeded: 'succeeded',
  partly_failed: 'partly_failed',
  failed: 'failed',
  cancelled: 'cancelled',
}

async function endingOf(deps: UseCaseDeps, jobId: string, job: JobStanding | undefined): Promise<Ending> {
  if (job === undefined) return { as: 'failed', code: '', words: { key: 'approvals.run.jobGone' } }
  const { total, done, failed } = job
  const as = AS[job.state] ?? 'failed'
  const result = await deps.jobs.resultOf(jobId)
  if (result === null)
    return { as, code: '', words: { key: 'approvals.run.job', params: { total, done, failed } } }
  const isShort = as === 'succeeded' && !result.isWhole
  return { as: isShort ? 'partly_failed' : as, code: '', words: result.words }
}

/** Requests that started a job end with it; one that was stopped ends it. */
export async function followJobs(deps: UseCaseDeps): Promise<void> {
  const working = await deps.store.read
    .selectFrom('approval_request')
    .selectAll()
    .where('execution', '=', 'executing')
    .where('job_id', 'is not', null)
    .limit(MOST)
    .execute()
  if (working.length === 0) return
  const jobs = await deps.jobs.endingsOf(working.flatMap(({ job_id: id }) => (id === null ? [] : [id])))
  for (const request of working) {
    const jobId = request.job_id ?? ''
    const job = jobs.get(jobId)
    if (job?.isOpen === true) {
      if (request.is_stopping === 1) await deps.jobs.cancel(jobId, request.owner_id)
      continue
    }
    await unlessRefused(async () => endExecution(deps, request, await endingOf(deps, jobId, job)))
  }
}
