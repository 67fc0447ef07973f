import type { Kysely } from 'kysely'
import { appliedIndexes, undoIndexesOf } from '../history/edit-row.ts'
import type { DataEditTables } from '../tables.ts'

/** Indexes of an edit's changes that undos of it have taken back. */
export async function takenBack(db: Kysely<DataEditTables>, editId: string): Promise<Set<number>> {
  const undos = await db
    .selectFrom('player_edit')
    .select(['results', 'undo_indexes'])
    .where('undo_of', '=', editId)
    .execute()
  const back = undos.flatMap((undo) => {
    const indexes = undoIndexesOf(undo)
    return appliedIndexes(undo).map((index) => indexes[index])
  })
  return new Set(back.filter((index) => index !== undefined))
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
