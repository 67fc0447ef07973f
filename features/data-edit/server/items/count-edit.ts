import type { Caller, CountParts, GivenBack, LimitedUse, UseParts } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Change } from '../../contract/index.ts'
import type { EditOrder } from '../commit/edit-order.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { changesOf } from '../history/edit-row.ts'
import type { Player } from '../player-of.ts'
import { limitError, tellerOf } from './beyond-limits.ts'
import type { Reader } from './beyond-limits.ts'
import { giftsOf, givingEdit, notDone, useKeyOf } from './given-by-changes.ts'
import type { GivingEdit } from './given-by-changes.ts'

export const givenBy = ({ personId, userId, name }: Caller): LimitedUse['person'] => ({
  id: personId ?? userId,
  name,
})

/** An undo of something that was no undo restores what was taken: that is not given. */
async function isRestoring({ store }: UseCaseDeps, undo: EditOrder['undo']): Promise<boolean> {
  if (undo === undefined) return false
  const original = await store.read
    .selectFrom('player_edit')
    .select('undo_of')
    .where('id', '=', undo.of)
    .executeTakeFirst()
  return original?.undo_of === null
}

interface Giving {
  caller: Caller
  player: Player
  kind: 'edit' | 'function'
  about: string
  reader: Reader
}

const NOTHING = async (): Promise<void> => undefined

/** What an order would go beyond now; the edit itself is held against the limits again. */
export async function excessOf(
  { items, protocols }: Pick<UseCaseDeps, 'items' | 'protocols'>,
  changes: readonly Change[],
  { caller, player, kind }: Pick<Giving, 'caller' | 'player' | 'kind'>,
) {
  if (items === undefined) return []
  const gifts = await giftsOf({ protocols }, givingEdit(player, changes))
  if (gifts.length === 0) return []
  const { lineId } = player.server
  return items.limits.check({ kind, gifts, lineId, person: givenBy(caller), about: '' })
}

/**
 * Counts what an edit gives within the write that opens it. It throws where a limit refuses it, so that nothing is opened
 * then.
 */
export async function countWithin(
  deps: UseCaseDeps,
  { changes, undo, request }: Pick<EditOrder, 'changes' | 'undo' | 'request'>,
  { caller, player, kind, about, reader }: Giving,
): Promise<(tx: AnyTx) => Promise<void>> {
  const { items, protocols } = deps
  if (items === undefined) return NOTHING
  const gifts = await giftsOf(deps, givingEdit(player, changes))
  if (gifts.length === 0 || (await isRestoring(deps, undo))) return NOTHING
  const { lineId } = player.server
  const use: UseParts = {
    kind,
    parts: [gifts],
    lineId,
    person: givenBy(caller),
    about,
    ...(request === undefined ? {} : { request }),
  }
  const count: CountParts = await items.limits.prepare(use, useKeyOf({ id: about, use_key: null }))
  const { protocol } = await protocols.known(player.server)
  const tell = await tellerOf(deps, player.server, reader)
  return async (tx) => {
    const excess = (await count(tx)).flat()
    if (excess.length > 0) throw limitError(protocol, changes, { excess, tell })
  }
}

/** How an edit has ended. */
export interface EndedEdit extends GivingEdit {
  useKey: string
  results: readonly { index: number; status: number; code: string; msg: string }[]
  undo?: EditOrder['undo']
}

/** What each edit has not given, and what undos among them have taken back from the edits they undo. */
export async function backsOf(
  deps: UseCaseDeps,
  edits: readonly (EndedEdit & { id: string })[],
): Promise<Map<string, GivenBack[]>> {
  if (deps.items === undefined) return new Map()
  const ids = edits.flatMap(({ undo }) => undo?.of ?? [])
  const rows =
    ids.length === 0
      ? []
      : await deps.store.read
          .selectFrom('player_edit')
          .select(['id', 'use_key', 'changes'])
          .where('id', 'in', ids)
          .execute()
  const originals = new Map(rows.map((row) => [row.id, row]))
  const backs = new Map<string, GivenBack[]>()
  for (const edit of edits) {
    const { server, uId, changes, results, undo, useKey } = edit
    const own = await giftsOf(deps, { server, uId, changes: notDone(changes, results) })
    const original = originals.get(undo?.of ?? '')
    const gone = results.flatMap(({ index, status }) => (status === 0 ? (undo?.indexes[index] ?? []) : []))
    const undone = original === undefined ? [] : gone.flatMap((index) => changesOf(original)[index] ?? [])
    const theirs = await giftsOf(deps, { server, uId, changes: undone })
    const found = [
      ...(own.length === 0 ? [] : [{ key: useKey, gifts: own }]),
      ...(original === undefined || theirs.length === 0 ? [] : [{ key: useKeyOf(original), gifts: theirs }]),
    ]
    if (found.length > 0) backs.set(edit.id, found)
  }
  return backs
}
