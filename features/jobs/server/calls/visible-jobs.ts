import { AppError } from '@qd/contract-kit'
import { holdsAtPath, isOwnWork, isVisibleWork } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { controlJobs, jobsErrors, readJobs } from '../../contract/index.ts'
import type { StoredJob } from '../job-tables.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'

/** Own jobs, and those at places where the caller may read jobs. */
export const visibleTo = (caller: Caller) => isVisibleWork(caller, [readJobs])

/** A job the caller may see; a foreign one is as missing as one that never was. */
export async function findJob(deps: UseCaseDeps, caller: Caller, jobId: string): Promise<StoredJob> {
  const job = await deps.store.read
    .selectFrom('job')
    .selectAll()
    .where('id', '=', jobId)
    .where(visibleTo(caller))
    .executeTakeFirst()
  if (job === undefined) throw new AppError(jobsErrors.job_not_found, { field: 'jobId' })
  return job
}

export function mayControl(caller: Caller, job: StoredJob): boolean {
  return isOwnWork(caller, job) || holdsAtPath(caller, controlJobs, job)
}
