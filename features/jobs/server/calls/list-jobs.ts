import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { jobList } from '../../contract/index.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { titleOfKind } from '../job-title.ts'
import { viewOf } from './show-job.ts'
import type { Viewer } from './show-job.ts'
import { visibleTo } from './visible-jobs.ts'

const LIMIT = 50

/** One page of the jobs the caller may see, newest first. */
export async function listJobs(
  deps: UseCaseDeps,
  { states, kind, owner, before, limit = LIMIT }: RouteInput<typeof jobList>['body'],
  viewer: Viewer,
): Promise<RouteReply<typeof jobList>> {
  let query = deps.store.read.selectFrom('job').selectAll().where(visibleTo(deps, viewer.caller))
  if (states !== undefined && states.length > 0) query = query.where('state', 'in', states)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (owner === 'mine') query = query.where('owner_id', '=', viewer.caller.userId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    list: page.map((job) => viewOf(deps, viewer, job)),
    next: rows.length > limit ? page.at(-1)!.id : null,
    kinds: deps.kinds().map(({ job }) => ({
      kind: job.name,
      title: titleOfKind(deps, job.name, viewer.lang),
    })),
  }
}
