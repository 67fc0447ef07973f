import { overlaps } from '@qd/player-diff'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Edit, editHistory } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { editOf } from './edit-row.ts'
import { playerOf } from '../player-of.ts'
import type { PlayerEditRow } from '../tables.ts'

const PAGE = 20
/** Changes are text to the database: a place is looked for in this many edits of its module at a time. */
const BATCH = 200
const MAX_BATCHES = 20

type Asked = RouteInput<typeof editHistory>['body']

function rowsOf(
  { store }: UseCaseDeps,
  ctx: CallContext,
  asked: Asked,
  page: { before?: string; limit: number },
) {
  const { server, uId } = playerOf(ctx)
  const { diff, actor, fromMs, toMs, status } = asked
  let query = store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('game', '=', server.game)
    .where('u_id', '=', uId)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (fromMs !== undefined) query = query.where('at', '>=', fromMs)
  if (toMs !== undefined) query = query.where('at', '<', toMs)
  if (status !== undefined) query = query.where('status', '=', status)
  const module = asked.place?.diff ?? diff
  if (module !== undefined) {
    const ofModule = store.read.selectFrom('player_edit_module').select('edit_id').where('diff', '=', module)
    query = query.where('id', 'in', ofModule)
  }
  return query.orderBy('id', 'desc').limit(page.limit).execute()
}

/** Edits that changed something at, above or below the place. */
async function editsAt(deps: UseCaseDeps, ctx: CallContext, asked: Asked, limit: number): Promise<Edit[]> {
  const { place } = asked
  const found: Edit[] = []
  let { before } = asked
  for (let round = 0; round < MAX_BATCHES && found.length < limit; round += 1) {
    const rows: PlayerEditRow[] = await rowsOf(deps, ctx, asked, { before, limit: BATCH })
    for (const row of rows) {
      const edit = editOf(row)
      // A column has no row: every row of the table counts.
      const touches = edit.changes.some((change) =>
        place === undefined
          ? true
          : overlaps(place.key === undefined ? { ...place, key: change.key } : place, change),
      )
      if (touches) found.push(edit)
    }
    before = rows.at(-1)?.id
    if (rows.length < BATCH) break
  }
  return found.slice(0, limit)
}

/** A page of a player's edits, newest first. */
export async function handleEditHistory(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof editHistory>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof editHistory>> {
  const limit = body.limit ?? PAGE
  const list =
    body.place === undefined
      ? (await rowsOf(deps, ctx, body, { before: body.before, limit: limit + 1 })).map(editOf)
      : await editsAt(deps, ctx, body, limit + 1)
  return { list: list.slice(0, limit), more: list.length > limit }
}
