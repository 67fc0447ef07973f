import { AppError } from '@qd/contract-kit'
import type { Risk, RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { UndoConflict } from '@qd/player-edit'
import { dataEditErrors } from '../../contract/index.ts'
import type { undoEdit, undoManyPreview, undoPreview } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { changesOf } from '../history/edit-row.ts'
import { loadUndone, planFor, planForMany } from './load-undo.ts'
import { policyFor } from '../reading/online-policies.ts'
import { playerOf } from '../player-of.ts'
import { changesFacts } from '../commit/approval-facts.ts'
import { triedEdit } from '../commit/try-edit.ts'
import { ticketOf } from '../commit/run-edit.ts'
import type { RunEdit } from '../commit/run-edit.ts'
import { backwards } from '../items/worth-of-changes.ts'
import { weighChanges } from '../checking/weigh-changes.ts'

/** What an undo would do now. */
export async function handleUndoPreview(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof undoPreview>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof undoPreview>> {
  const player = playerOf(ctx)
  const edit = await loadUndone(deps.store, player, body)
  const { version, changes, conflicts } = await planFor(deps, player, edit)
  return { version, changes, conflicts }
}

/** What undoing several edits would do now, newest first: the order in which they have to go back. */
export async function handleUndoManyPreview(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof undoManyPreview>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof undoManyPreview>> {
  const player = playerOf(ctx)
  // Ids of edits rise with time.
  const ids = [...new Set(body.editIds)].toSorted().toReversed()
  const undone = await Promise.all(ids.map((editId) => loadUndone(deps.store, player, { editId })))
  const plans = await planForMany(deps, player, undone)
  return { edits: plans.map(({ changes, conflicts }, at) => ({ editId: ids[at]!, changes, conflicts })) }
}

async function touchedEdit(deps: UseCaseDeps, ctx: CallContext, editId: string) {
  const { server, uId } = playerOf(ctx)
  const row = await deps.store.read
    .selectFrom('player_edit')
    .select('changes')
    .where('id', '=', editId)
    .where('game', '=', server.game)
    .where('u_id', '=', uId)
    .executeTakeFirst()
  if (row === undefined) throw new AppError(dataEditErrors.edit_not_found, { field: 'editId' })
  return row
}

/** An undo touches what the edit touched. */
export async function weighUndo(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof undoEdit>,
  ctx: CallContext,
): Promise<Risk> {
  return weighChanges(deps, changesOf(await touchedEdit(deps, ctx, body.editId)), ctx)
}

/** What of the edit goes back, for approvers; throws `edit_not_found`. */
async function undoFacts(
  deps: UseCaseDeps,
  ctx: CallContext,
  { editId, indexes }: RouteInput<typeof undoEdit>['body'],
) {
  const row = await touchedEdit(deps, ctx, editId)
  const all = changesOf(row)
  const changes = indexes === undefined ? all : indexes.flatMap((index) => all[index] ?? [])
  const gives = changes.map(backwards)
  return changesFacts(deps, ctx, { changes, key: 'edit.title.undo', isBack: true, gives })
}

/** Takes an edit back as an edit of its own; rows that are no longer ours stay and are reported. */
export async function handleUndoEdit(
  deps: UseCaseDeps,
  runEdit: RunEdit,
  { body }: RouteInput<typeof undoEdit>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof undoEdit>> {
  const player = playerOf(ctx)
  const { editId, indexes, reason, idempotencyKey } = body
  const meant = { call: 'undo', player: [player.server.key, player.uId], editId, indexes, reason }
  const { caller, requestId } = ctx
  const ticket = ticketOf(caller.userId, idempotencyKey, meant)
  const call = { caller, requestId, player, ticket, lang: ctx.lang, text: ctx.text.bind(ctx) }
  const planned = async () => {
    const plan = await planFor(deps, player, await loadUndone(deps.store, player, { editId, indexes }))
    if (plan.changes.length === 0) {
      throw new AppError(dataEditErrors.edit_not_undoable, { details: { conflicts: plan.conflicts } })
    }
    return plan
  }
  const tried = triedEdit(deps, ctx, async () => {
    const { version, changes, conflicts: kept } = await planned()
    return { version, changes, kept: kept.length }
  })
  await ctx.approve(await undoFacts(deps, ctx, body), tried)
  let conflicts: UndoConflict[] = []
  const answer = await runEdit(call, async () => {
    const plan = await planned()
    conflicts = plan.conflicts
    const undo = { of: editId, indexes: plan.indexes }
    const onlinePolicy = await policyFor(deps, player)
    return { version: plan.version, reason, changes: plan.changes, onlinePolicy, undo }
  })
  const { results, replayed = false } = answer
  ctx.note({ editId: answer.editId, undoOf: editId, version: answer.version, results, replayed })
  return { ...answer, conflicts }
}
