import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { jobOutput } from '../../contract/index.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { findJob } from './visible-jobs.ts'

const LIMIT = 200
/** Of one answer; at least one line is given. */
const MOST_BYTES = 1_048_576

type Cursor = RouteInput<typeof jobOutput>['body']

/** Lines of output behind a cursor, for who may see the job. */
export async function readOutput(
  deps: UseCaseDeps,
  cursor: Cursor,
  caller: Caller,
): Promise<RouteReply<typeof jobOutput>> {
  await findJob(deps, caller, cursor.jobId)
  return outputOf(deps, cursor)
}

/** Lines of output behind a cursor; without one the first that are kept, or the last with `fromEnd`. Asks for no right. */
export async function outputOf(
  { store }: Pick<UseCaseDeps, 'store'>,
  { jobId, after, fromEnd = false, limit = LIMIT }: Cursor,
): Promise<RouteReply<typeof jobOutput>> {
  const { read } = store
  const head = await read
    .selectFrom('job_output_head')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (head === undefined) return { list: [], next: after ?? 0, end: 0, dropped: 0 }
  let query = read
    .selectFrom('job_output')
    .select(['n', 'at', 'kind', 'body', 'bytes'])
    .where('job_id', '=', jobId)
  if (after !== undefined) query = query.where('n', '>=', after)
  const isBackwards = fromEnd && after === undefined
  const found = await query
    .orderBy('n', isBackwards ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  let room = MOST_BYTES
  const kept = found.filter(({ bytes }, index) => {
    room -= bytes
    return index === 0 || room >= 0
  })
  const list = (isBackwards ? kept.toReversed() : kept).map(({ bytes: _bytes, ...line }) => line)
  const last = list.at(-1)
  return {
    list,
    next: last === undefined ? Math.max(after ?? 0, head.next_n) : last.n + 1,
    end: head.next_n,
    dropped: head.next_n - head.rows,
  }
}
