import type { Kysely } from 'kysely'
import { appliedIndexes, undoIndexesOf } from '../history/edit-row.ts'
import type { DataEditTables } from '../tables.ts'

/** Of each edit the indexes of its changes that undos of it have taken back. */
export async function takenBackOf(
  db: Kysely<DataEditTables>,
  editIds: readonly string[],
): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>(editIds.map((id) => [id, new Set()]))
  if (editIds.length === 0) return found
  const undos = await db
    .selectFrom('player_edit')
    .select(['undo_of', 'results', 'undo_indexes'])
    .where('undo_of', 'in', editIds)
    .execute()
  for (const undo of undos) {
    const indexes = undoIndexesOf(undo)
    const back = found.get(undo.undo_of ?? '')
    for (const index of appliedIndexes(undo)) {
      const original = indexes[index]
      if (original !== undefined) back?.add(original)
    }
  }
  return found
}

/** The same of one edit. */
export async function takenBack(db: Kysely<DataEditTables>, editId: string): Promise<Set<number>> {
  return (await takenBackOf(db, [editId])).get(editId) ?? new Set()
}

/** Marks an edit undone once every change it made has gone back. */
export async function markUndone(tx: Kysely<DataEditTables>, editId: string): Promise<void> {
  const original = await tx
    .selectFrom('player_edit')
    .select('results')
    .where('id', '=', editId)
    .executeTakeFirst()
  if (original === undefined) return
  const back = await takenBack(tx, editId)
  if (!appliedIndexes(original).every((index) => back.has(index))) return
  await tx
    .updateTable('player_edit')
    .set({ status: 'undone' })
    .where('id', '=', editId)
    .where('status', 'in', ['applied', 'partly'])
    .execute()
}
