import { parseJsonText } from '@qd/canonical-json'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { CommitReply } from '../../contract/index.ts'
import type { OpenEdit, Settlement, Ticket } from './edit-order.ts'
import { hasStandingEdits, markUndone } from '../undo/mark-undone.ts'
import type { DataEditTables, EditRequestRow, PlayerEditRow } from '../tables.ts'

type Tx = Kysely<DataEditTables>

/** The row of a key, if it was used before. */
export function findRequest(
  store: Store<DataEditTables>,
  { userId, key }: Ticket,
): Promise<EditRequestRow | undefined> {
  return store.read
    .selectFrom('edit_request')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Writes edit, key and what the edit gives in one transaction before anything is sent; false when the key is taken meanwhile. */
export async function openEdit(
  store: Store<DataEditTables>,
  edit: Omit<
    PlayerEditRow,
    | 'status'
    | 'results'
    | 'written'
    | 'version_after'
    | 'job_id'
    | 'effect_key'
    | 'online_policy'
    | 'use_key'
    | 'protocol_md5'
  >,
  request: Omit<EditRequestRow, 'answer' | 'edit_id' | 'at'>,
  count: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return store.write(async (tx) => {
    const claimed = await tx
      .insertInto('edit_request')
      .values({ ...request, edit_id: edit.id, answer: null, at: edit.at })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('edit_id')
      .executeTakeFirst()
    if (claimed === undefined) return false
    await tx
      .insertInto('player_edit')
      .values({ ...edit, status: 'unknown', results: '[]', written: '[]', version_after: '' })
      .execute()
    const diffs = new Set((parseJsonText(edit.changes) as { diff: string }[]).map(({ diff }) => diff))
    await tx
      .insertInto('player_edit_module')
      .values([...diffs].map((diff) => ({ edit_id: edit.id, diff })))
      .execute()
    // Last: others who give something that day wait for the rest of the write.
    await count(tx)
    return true
  })
}

async function closeRequest(tx: Tx, { userId, key }: Ticket, answer: CommitReply | null): Promise<void> {
  if (answer === null) {
    await tx.deleteFrom('edit_request').where('user_id', '=', userId).where('key', '=', key).execute()
    return
  }
  await tx
    .updateTable('edit_request')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

async function tellUndone(tx: Tx, of: string, rolledBack: (what: string) => Promise<void>): Promise<void> {
  const undone = await markUndone(tx, of)
  if (undone === null) return
  await rolledBack(`edit:${of}`)
  const { jobId } = undone
  if (jobId !== null && !(await hasStandingEdits(tx, jobId))) await rolledBack(`job:${jobId}`)
}

/** Records how an edit ended; false when another call has settled it already. */
export async function settleEdit(
  store: Store<DataEditTables>,
  edit: OpenEdit,
  settlement: Settlement,
  within: {
    rolledBack(tx: Tx, what: string): Promise<void>
    /** Gives back what the edit has not given, and what it has taken back. */
    giveBack(tx: Tx): Promise<void>
  },
): Promise<boolean> {
  return store.write(async (tx) => {
    const settled = await tx
      .updateTable('player_edit')
      .set({
        status: settlement.status,
        results: JSON.stringify(settlement.results),
        written: JSON.stringify(edit.changes.map(({ value }) => value ?? null)),
        version_after: settlement.version,
      })
      .where('id', '=', edit.editId)
      .where('status', '=', 'unknown')
      .returning('id')
      .executeTakeFirst()
    if (settled === undefined) return false
    await closeRequest(tx, edit.ticket, settlement.answer)
    if (edit.undo !== undefined && settlement.status !== 'refused') {
      await tellUndone(tx, edit.undo.of, (what) => within.rolledBack(tx, what))
    }
    await within.giveBack(tx)
    return true
  })
}

/** Adds what reading back has shown to an edit that is settled. */
export async function keepReadBack(
  store: Store<DataEditTables>,
  edit: OpenEdit,
  read: { written: unknown[]; answer: CommitReply },
): Promise<void> {
  await store.write(async (tx) => {
    await tx
      .updateTable('player_edit')
      .set({ written: JSON.stringify(read.written) })
      .where('id', '=', edit.editId)
      .execute()
    await closeRequest(tx, edit.ticket, read.answer)
  })
}

/** Forgets keys older than the given time. */
export async function forgetRequests(store: Store<DataEditTables>, beforeMs: number): Promise<void> {
  await store.write((tx) => tx.deleteFrom('edit_request').where('at', '<', beforeMs).execute())
}
