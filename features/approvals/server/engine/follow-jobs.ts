import type { UseCaseDeps } from '../approvals-deps.ts'
import type { JobStanding } from '../approvals-deps.ts'
import { endExecution } from './end-execution.ts'
import type { Ending } from './end-execution.ts'

const MOST = 500

const AS: Record<string, Ending['as']> = {
  succeeded: 'succeeded',
  partly_failed: 'partly_failed',
  failed: 'failed',
  cancelled: 'cancelled',
}

function endingOf(job: JobStanding | undefined): Ending {
  if (job === undefined) return { as: 'failed', code: '', words: { key: 'approvals.run.jobGone' } }
  const { total, done, failed } = job
  return {
    as: AS[job.state] ?? 'failed',
    code: '',
    words: { key: 'approvals.run.job', params: { total, done, failed } },
  }
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
    const job = jobs.get(request.job_id ?? '')
    if (job?.isOpen === true) {
      if (request.is_stopping === 1) await deps.jobs.cancel(request.job_id ?? '', request.owner_id)
      continue
    }
    await endExecution(deps, request, endingOf(job)).catch((error: unknown) => {
      // Another node was first.
      if ((error as { def?: { code?: string } }).def?.code !== 'approval_state_changed') throw error
    })
  }
}
