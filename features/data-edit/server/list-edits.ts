import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { editHistory } from '../contract/index.ts'
import type { DataEditPorts } from './data-edit-deps.ts'
import { editOf } from './edit-row.ts'
import { playerOf } from './player-of.ts'

const PAGE = 20

/** A page of a player's edits, newest first. */
export async function handleEditHistory(
  { store }: DataEditPorts,
  { body }: RouteInput<typeof editHistory>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof editHistory>> {
  const { server, uId } = playerOf(ctx)
  const limit = body.limit ?? PAGE
  let query = store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('game', '=', server.game)
    .where('u_id', '=', uId)
  const { before, diff } = body
  if (before !== undefined) query = query.where('id', '<', before)
  if (diff !== undefined) {
    const ofModule = store.read.selectFrom('player_edit_module').select('edit_id').where('diff', '=', diff)
    query = query.where('id', 'in', ofModule)
  }
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { list: rows.slice(0, limit).map(editOf), more: rows.length > limit }
}
