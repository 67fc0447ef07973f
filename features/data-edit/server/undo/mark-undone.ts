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

/** Marks an edit undone once every change it made has gone back; the job that had made it, or null where it stands as it was. */
export async function markUndone(
  tx: Kysely<DataEditTables>,
  editId: string,
): Promise<{ jobId: string | null } | null> {
  const original = await tx
    .selectFrom('player_edit')
    .select('results')
    .where('id', '=', editId)
    .executeTakeFirst()
  if (original === undefined) return null
  const back = await takenBack(tx, editId)
  if (!appliedIndexes(original).every((index) => back.has(index))) return null
  const undone = await tx
    .updateTable('player_edit')
    .set({ status: 'undone' })
    .where('id', '=', editId)
    .where('status', 'in', ['applied', 'partly'])
    .returning('job_id')
    .executeTakeFirst()
  return undone === undefined ? null : { jobId: undone.job_id }
}

/** Whether something of what a job changed still stands, or may stand, as the write sees it. */
export async function hasStandingEdits(tx: Kysely<DataEditTables>, jobId: string): Promise<boolean> {
  const standing = await tx
    .selectFrom('player_edit')
    .select('id')
    .where('job_id', '=', jobId)
    .where('status', 'in', ['applied', 'partly', 'unknown'])
    .limit(1)
    .executeTakeFirst()
  return standing !== undefined
}
