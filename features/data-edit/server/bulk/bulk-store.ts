import { scopePath } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { markUndone } from '../mark-undone.ts'
import type { BulkJobRow, DataEditTables, PlayerEditRow } from '../tables.ts'
import type { BulkRun } from './chunk.ts'

type Tx = Kysely<DataEditTables>

/** The edits that already stand for these rows, by effect key. */
export async function editsOf(
  store: Store<DataEditTables>,
  effectKeys: readonly string[],
): Promise<Map<string, PlayerEditRow>> {
  const rows = await store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('effect_key', 'in', effectKeys)
    .execute()
  return new Map(rows.map((row) => [row.effect_key ?? '', row]))
}

async function insertEdits(tx: Tx, edits: readonly PlayerEditRow[]): Promise<void> {
  if (edits.length === 0) return
  const inserted = await tx
    .insertInto('player_edit')
    .values(edits)
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .returning('id')
    .execute()
  const mine = new Set(inserted.map(({ id }) => id))
  const modules = edits.flatMap(({ id, changes }) => {
    const diffs = new Set((JSON.parse(changes) as { diff: string }[]).map(({ diff }) => diff))
    return mine.has(id) ? [...diffs].map((diff) => ({ edit_id: id, diff })) : []
  })
  if (modules.length > 0) await tx.insertInto('player_edit_module').values(modules).execute()
}

export function bulkJobRow(
  run: BulkRun,
  about: Pick<BulkJobRow, 'kind' | 'at' | 'name' | 'players' | 'undo_of'>,
): BulkJobRow {
  const { game, operator, lineId, sId } = run.place
  if (game === undefined || operator === undefined || lineId === undefined)
    throw new Error(`the bulk job ${run.jobId} stands at ${scopePath(run.place)}, which is no line`)
  return {
    ...about,
    job_id: run.jobId,
    game,
    operator,
    line_id: lineId,
    s_id: sId ?? null,
    actor: run.caller.username,
    reason: run.reason,
  }
}

/**
 * Stores what is about to be sent, in one write. Answers what now stands for each effect key: where another
 * node came first its words count, and ours are forgotten.
 */
export async function openBulkEdits(
  store: Store<DataEditTables>,
  job: BulkJobRow | null,
  edits: readonly PlayerEditRow[],
): Promise<Map<string, PlayerEditRow>> {
  if (job === null && edits.length === 0) return new Map()
  await store.write(async (tx) => {
    if (job !== null) {
      await tx
        .insertInto('bulk_job')
        .values(job)
        .onConflict((conflict) => conflict.column('job_id').doNothing())
        .execute()
    }
    await insertEdits(tx, edits)
  })
  const keys = edits.flatMap(({ effect_key }) => effect_key ?? [])
  return keys.length === 0 ? new Map() : editsOf(store, keys)
}

/** Records how edits ended, all in one statement; those settled before stay as they are. */
export async function settleBulkEdits(tx: Tx, edits: readonly PlayerEditRow[]): Promise<void> {
  if (edits.length === 0) return
  await tx
    .insertInto('player_edit')
    .values(edits)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          results: eb.ref('excluded.results'),
          written: eb.ref('excluded.written'),
          version_after: eb.ref('excluded.version_after'),
        }))
        .where('player_edit.status', '=', 'unknown'),
    )
    .execute()
  for (const { undo_of, status } of edits) {
    if (undo_of !== null && status !== 'refused') await markUndone(tx, undo_of)
  }
}

/** Forgets edits that were stored to be sent and were not. */
export async function forgetBulkEdits(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('player_edit_module').where('edit_id', 'in', ids).execute()
  await tx.deleteFrom('player_edit').where('id', 'in', ids).where('status', '=', 'unknown').execute()
}
