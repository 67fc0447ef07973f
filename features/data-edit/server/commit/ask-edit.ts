import { parseJsonText } from '@qd/canonical-json'
import { placeText, touchesSensitive } from '@qd/protocol-model'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { dataEditErrors, editSensitive } from '../../contract/index.ts'
import type { askEdit } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { GameRequest, Ticket } from './edit-order.ts'
import { changesOf, editOf, undoIndexesOf } from '../history/edit-row.ts'
import { KEY_LIFETIME_MS } from '@qd/game-contract'
import { jobEditOf, jobRequest } from '../jobs/job-edit-row.ts'
import { playerOf } from '../player-of.ts'
import type { Player } from '../player-of.ts'
import { useKeyOf } from '../items/given-by-changes.ts'
import { sendEdit } from './send-edit.ts'
import type { PlayerEditRow } from '../tables.ts'

async function findEdit({ store }: UseCaseDeps, { server, uId }: Player, id: string): Promise<PlayerEditRow> {
  const row = await store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('id', '=', id)
    .where('game', '=', server.game)
    .where('u_id', '=', uId)
    .executeTakeFirst()
  if (row === undefined) throw new AppError(dataEditErrors.edit_not_found, { field: 'editId' })
  return row
}

async function refuseSensitive(deps: UseCaseDeps, row: PlayerEditRow, ctx: CallContext): Promise<void> {
  const { protocol } = await deps.protocols.known(playerOf(ctx).server)
  const change = changesOf(row).find((each) => touchesSensitive(protocol, each))
  if (change === undefined || ctx.holds(editSensitive)) return
  const field = placeText(change)
  throw new AppError(dataEditErrors.field_forbidden, { field: 'editId', params: { field } })
}

/** What was sent, and under whose key: with the key's row, or in the edit itself where a job has made it. */
async function wordsOf(
  deps: UseCaseDeps,
  row: PlayerEditRow,
): Promise<{ ticket: Ticket; request: GameRequest }> {
  // After that long the game has forgotten the key too, and asking could do it twice.
  const forgotten = new AppError(dataEditErrors.edit_forgotten, { field: 'editId' })
  if (row.job_id !== null) {
    if (row.at < deps.nowMs() - KEY_LIFETIME_MS) throw forgotten
    // The row's effect is its key with us; no user can have claimed the id of an edit.
    const ticket = { userId: row.actor_id, key: row.id, bodyHash: '' }
    return { ticket, request: jobRequest(jobEditOf(row)) }
  }
  const known = await deps.store.read
    .selectFrom('edit_request')
    .selectAll()
    .where('edit_id', '=', row.id)
    .executeTakeFirst()
  if (known === undefined) throw forgotten
  const { user_id: userId, key, body_hash: bodyHash } = known
  return { ticket: { userId, key, bodyHash }, request: parseJsonText(known.request) as GameRequest }
}

/**
 * Asks the game what became of an edit whose answer was lost: the same words under the same key, so that it
 * happens at most once, whoever asks. A settled edit is told as it is.
 */
export async function handleAskEdit(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof askEdit>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof askEdit>> {
  const player = playerOf(ctx)
  const row = await findEdit(deps, player, body.editId)
  if (row.status !== 'unknown') return { edit: editOf(row) }
  await refuseSensitive(deps, row, ctx)
  const { ticket, request } = await wordsOf(deps, row)
  // In the name of who made it: the answer belongs to their edit.
  const maker = { userId: row.actor_id, username: row.actor, name: row.actor, personId: undefined }
  const caller = { ...ctx.caller, ...maker }
  const call = { caller, requestId: ctx.requestId, player, ticket, lang: ctx.lang, text: ctx.text.bind(ctx) }
  const undo = row.undo_of === null ? undefined : { of: row.undo_of, indexes: undoIndexesOf(row) }
  const changes = changesOf(row)
  const open = {
    editId: row.id,
    ticket,
    player,
    request,
    changes,
    undo,
    useKey: useKeyOf(row),
    isAskedAgain: true,
  }
  const reached = await deps.reach.reach(player.server)
  try {
    await sendEdit(deps, call, open, reached)
  } catch (error) {
    const after = await findEdit(deps, player, row.id)
    // A refusal is an answer too: now it is known that nothing happened.
    if (after.status === 'unknown') throw error
    if (!(error instanceof AppError)) throw error
  }
  const edit = editOf(await findEdit(deps, player, row.id))
  ctx.note({ editId: edit.id, status: edit.status })
  return { edit }
}
