import type { Caller } from '@qd/server-kit'
import type { JobCounters } from '../../contract/index.ts'
import { countersOf } from '../job-news.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { visibleTo } from './visible-jobs.ts'

/** How far jobs are, by their ids; of those that are still there and that the caller may see. */
export async function standingOfJobs(
  deps: Pick<UseCaseDeps, 'store' | 'kinds'>,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JobCounters>> {
  if (ids.length === 0) return new Map()
  const jobs = await deps.store.read
    .selectFrom('job')
    .selectAll()
    .where('id', 'in', ids)
    .where(visibleTo(deps, caller))
    .execute()
  return new Map(jobs.map((job) => [job.id, countersOf(job)]))
}
