import { AppError } from '@qd/contract-kit'
import { holdsAtPath, isOwnWork, isVisibleWork } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { controlJobs, jobsErrors, readJobs } from '../../contract/index.ts'
import type { StoredJob } from '../job-tables.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'

type KindDeps = Pick<UseCaseDeps, 'kinds' | 'kindOf'>

/** Own jobs, and those at places where the caller may read jobs. */
export function visibleTo({ kinds }: Pick<KindDeps, 'kinds'>, caller: Caller) {
  const own = kinds().map(({ job: { name, permission } }) => ({ name, permission }))
  return isVisibleWork(caller, [readJobs], { column: 'kind', kinds: own })
}

export const isOwnJob = (
  { kindOf }: Pick<KindDeps, 'kindOf'>,
  caller: Caller,
  job: Pick<StoredJob, 'owner_id' | 'owner_token' | 'kind'>,
): boolean => isOwnWork(caller, job, kindOf(job.kind)?.job.permission)

/** A job the caller may see; a foreign one is as missing as one that never was. */
export async function findJob(deps: UseCaseDeps, caller: Caller, jobId: string): Promise<StoredJob> {
  const job = await deps.store.read
    .selectFrom('job')
    .selectAll()
    .where('id', '=', jobId)
    .where(visibleTo(deps, caller))
    .executeTakeFirst()
  if (job === undefined) throw new AppError(jobsErrors.job_not_found, { field: 'jobId' })
  return job
}

export function mayControl(deps: Pick<KindDeps, 'kindOf'>, caller: Caller, job: StoredJob): boolean {
  return isOwnJob(deps, caller, job) || holdsAtPath(caller, controlJobs, job)
}
