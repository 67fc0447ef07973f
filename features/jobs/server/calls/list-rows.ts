import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { JobRowView, jobRows } from '../../contract/index.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { readRows } from './read-rows.ts'
import { findJob } from './visible-jobs.ts'

const LIMIT = 100
/** Longest one answer looks for rare rows. */
const BUDGET_MS = 120

/** One page of rows; when time runs out before it is full, `next` says where to go on. */
export async function listRows(
  deps: UseCaseDeps,
  { limit = LIMIT, ...query }: RouteInput<typeof jobRows>['body'],
  caller: Caller,
): Promise<RouteReply<typeof jobRows>> {
  const { total_rows: total } = await findJob(deps, caller, query.jobId)
  const startedMs = performance.now()
  const list: JobRowView[] = []
  for await (const { rows, lastSeq } of readRows(deps.store, query)) {
    list.push(...rows)
    if (list.length > limit) {
      const page = list.slice(0, limit)
      return { list: page, next: page.at(-1)!.seq }
    }
    const isLate = performance.now() - startedMs > BUDGET_MS
    if (isLate && lastSeq + 1 < total) return { list, next: lastSeq }
  }
  return { list, next: null }
}
