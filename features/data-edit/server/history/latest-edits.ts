import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { CHANGES_OF_LATEST, MOST_LATEST } from '../../contract/index.ts'
import type { LatestEdit, latestEdits } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { editOf } from './edit-row.ts'
import type { PlayerEditRow } from '../tables.ts'

/** Rows looked at in one go; a job that edited more players fills more than one. */
const BATCH = 200
const MAX_BATCHES = 10

interface Asked {
  serverKey: string
  /** Only edits of this user. */
  actorId: string | undefined
  limit: number
}

/** Ids of the newest edits; of each job only its newest. Everything asked here stands in one index. */
async function newestIds({ store }: UseCaseDeps, { serverKey, actorId, limit }: Asked): Promise<string[]> {
  const ids: string[] = []
  const jobs = new Set<string>()
  let before: string | undefined
  for (let round = 0; round < MAX_BATCHES && ids.length < limit; round += 1) {
    let query = store.read
      .selectFrom('player_edit')
      .select(['id', 'job_id'])
      .where('server_key', '=', serverKey)
    if (before !== undefined) query = query.where('id', '<', before)
    if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
    if (jobs.size > 0) {
      const seen = [...jobs]
      query = query.where((eb) => eb.or([eb('job_id', 'is', null), eb('job_id', 'not in', seen)]))
    }
    const rows = await query.orderBy('id', 'desc').limit(BATCH).execute()
    for (const row of rows) {
      if (row.job_id !== null && jobs.has(row.job_id)) continue
      if (row.job_id !== null) jobs.add(row.job_id)
      ids.push(row.id)
    }
    before = rows.at(-1)?.id
    if (rows.length < BATCH) break
  }
  return ids.slice(0, limit)
}

/** An edit as the history of its player tells it, cut to what a line shows. */
function latestOf(row: PlayerEditRow): LatestEdit {
  const edit = editOf(row)
  return {
    ...edit,
    uId: row.u_id,
    actorId: row.actor_id,
    changeCount: edit.changes.length,
    changes: edit.changes.slice(0, CHANGES_OF_LATEST),
    results: edit.results.filter(({ index }) => index < CHANGES_OF_LATEST),
  }
}

/** The newest edits on a server, by anybody or by the caller. */
export async function handleLatestEdits(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof latestEdits>,
  { place, caller }: CallContext,
): Promise<RouteReplyGiven<typeof latestEdits>> {
  if (place.server === undefined) throw new AppError(coreErrors.server_required)
  const ids = await newestIds(deps, {
    serverKey: place.server.key,
    actorId: body.owner === 'mine' ? caller.userId : undefined,
    limit: body.limit ?? MOST_LATEST,
  })
  if (ids.length === 0) return { list: [] }
  const rows = await deps.store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return { list: rows.map(latestOf) }
}
