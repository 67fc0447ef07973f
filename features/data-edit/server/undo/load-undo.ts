import { AppError } from '@qd/contract-kit'
import { applyAll } from '@qd/player-diff'
import { planUndo, touchedBy } from '@qd/player-edit'
import type { UndoneEdit, UndoPlan } from '@qd/player-edit'
import type { Store } from '@qd/store'
import { dataEditErrors } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { appliedIndexes, changesOf, writtenOf } from '../history/edit-row.ts'
import { askGame } from '../reading/game-failure.ts'
import { takenBack } from './mark-undone.ts'
import type { Player } from '../player-of.ts'
import { readModules } from '../reading/read-modules.ts'
import type { DataEditTables } from '../tables.ts'

/** What of an edit can still go back; throws `edit_not_found` and `edit_not_undoable`. */
export async function loadUndone(
  store: Store<DataEditTables>,
  { server, uId }: Player,
  { editId, indexes: wanted }: { editId: string; indexes?: readonly number[] },
): Promise<UndoneEdit> {
  const row = await store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('id', '=', editId)
    .where('game', '=', server.game)
    .where('u_id', '=', uId)
    .executeTakeFirst()
  if (row === undefined) throw new AppError(dataEditErrors.edit_not_found, { field: 'editId' })
  if (row.status !== 'applied' && row.status !== 'partly') {
    throw new AppError(dataEditErrors.edit_not_undoable, {
      field: 'editId',
      details: { status: row.status },
    })
  }
  const back = await takenBack(store.read, editId)
  const indexes = appliedIndexes(row).filter(
    (index) => !back.has(index) && (wanted === undefined || wanted.includes(index)),
  )
  return { changes: changesOf(row), written: writtenOf(row), indexes }
}

async function readTouched(deps: UseCaseDeps, player: Player, edits: readonly UndoneEdit[]) {
  const reached = await deps.reach.reach(player.server)
  const touched = edits.flatMap(({ changes, indexes }) => indexes.flatMap((index) => changes[index] ?? []))
  return askGame(readModules(reached, { uId: player.uId, modules: touchedBy(touched) }), player.uId)
}

/** The plan of an undo against the player's data as it is now. */
export async function planFor(
  deps: UseCaseDeps,
  player: Player,
  edit: UndoneEdit,
): Promise<UndoPlan & { version: string }> {
  const { protocol } = await deps.protocols.known(player.server)
  const { data, version, leftOut } = await readTouched(deps, player, [edit])
  return { ...planUndo(protocol, data, edit, leftOut), version }
}

/** The plans of several undos one after the other, each on what those before it leave. */
export async function planForMany(
  deps: UseCaseDeps,
  player: Player,
  edits: readonly UndoneEdit[],
): Promise<UndoPlan[]> {
  const { protocol } = await deps.protocols.known(player.server)
  const read = await readTouched(deps, player, edits)
  let { data } = read
  return edits.map((edit) => {
    const plan = planUndo(protocol, data, edit, read.leftOut)
    data = applyAll(protocol, data, plan.changes).data
    return plan
  })
}
