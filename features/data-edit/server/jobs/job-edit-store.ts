import type { Store } from '@qd/store'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { UndoneEdit } from '@qd/player-edit'
import type { JobEdit } from '../../contract/index.ts'
import { appliedIndexes, changesOf, undoIndexesOf, writtenOf } from '../history/edit-row.ts'
import { jobEditOf, rowOfJobEdit } from './job-edit-row.ts'
import type { CountedEdits } from '../items/count-job-edits.ts'
import { markUndone } from '../undo/mark-undone.ts'
import type { DataEditTables, PlayerEditRow } from '../tables.ts'

type Tx = Kysely<DataEditTables>

/** The edits that already stand for these rows, by effect key. */
export async function editsOfEffects(
  store: Store<DataEditTables>,
  effectKeys: readonly string[],
): Promise<Map<string, JobEdit>> {
  const rows = await store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('effect_key', 'in', effectKeys)
    .execute()
  return new Map(rows.map((row) => [row.effect_key ?? '', jobEditOf(row)]))
}

/** The ids of those that stand now as they are here. */
async function insertEdits(tx: Tx, edits: readonly JobEdit[]): Promise<Set<string>> {
  const inserted = await tx
    .insertInto('player_edit')
    .values(edits.map(rowOfJobEdit))
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .returning('id')
    .execute()
  const mine = new Set(inserted.map(({ id }) => id))
  const modules = edits.flatMap(({ id, changes }) => {
    const diffs = new Set(changes.map(({ diff }) => diff))
    return mine.has(id) ? [...diffs].map((diff) => ({ edit_id: id, diff })) : []
  })
  if (modules.length > 0) await tx.insertInto('player_edit_module').values(modules).execute()
  return mine
}

/** How edits stand after they were to be stored. */
export interface OpenedEdits {
  /** By effect key. Where another node came first its words count, and ours are forgotten. */
  standing: Map<string, JobEdit>
  /** By id why a limit of items refuses an edit: it is not stored. */
  refused: Map<string, string>
}

/** Stores what is about to be sent and counts what it gives, in one write. */
export async function openJobEdits(
  store: Store<DataEditTables>,
  { edits, count }: CountedEdits,
): Promise<OpenedEdits> {
  if (edits.length === 0) return { standing: new Map(), refused: new Map() }
  const refused = await store.write(async (tx) => {
    const beyond = await count(tx, await insertEdits(tx, edits))
    await forgetEdits(tx, [...beyond.keys()])
    return beyond
  })
  const standing = await editsOfEffects(
    store,
    edits.map(({ effectKey }) => effectKey),
  )
  return { standing, refused }
}

/** Records how edits ended, all in one statement; those settled before stay as they are. The ids of the others. */
async function settleEdits(tx: Tx, edits: readonly JobEdit[]): Promise<string[]> {
  if (edits.length === 0) return []
  const settled = await tx
    .insertInto('player_edit')
    .values(edits.map(rowOfJobEdit))
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
    .returning('id')
    .execute()
  for (const { undo, status } of edits) {
    if (undo !== undefined && status !== 'refused') await markUndone(tx, undo.of)
  }
  return settled.map(({ id }) => id)
}

/** Forgets edits that were stored to be sent and were not; the ids of those that are gone. */
async function forgetEdits(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await tx.deleteFrom('player_edit_module').where('edit_id', 'in', ids).execute()
  const gone = await tx
    .deleteFrom('player_edit')
    .where('id', 'in', ids)
    .where('status', '=', 'unknown')
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}

/** How edits of a chunk have ended. */
export interface EndedEdits {
  settled: readonly JobEdit[]
  /** Ids of edits that were stored to be sent and were not: they are forgotten. */
  unsent: readonly string[]
}

/** Records how edits ended. Answers whose ends these are: others had ended before. */
export async function endJobEdits(tx: Tx, { settled, unsent }: EndedEdits): Promise<string[]> {
  const ended = await settleEdits(tx, settled)
  return [...ended, ...(await forgetEdits(tx, unsent))]
}

type Counts = Partial<Record<PlayerEditRow['status'], number>>

/** How the edits of jobs stand now, by job. */
export async function countJobEdits(
  store: Store<DataEditTables>,
  jobIds: readonly string[],
): Promise<Map<string, Counts>> {
  const rows = await store.read
    .selectFrom('player_edit')
    .select((eb) => ['job_id', 'status', eb.fn.countAll<number | string>().as('edits')])
    .where('job_id', 'in', jobIds)
    .groupBy(['job_id', 'status'])
    .execute()
  const counts = new Map<string, Counts>()
  for (const { job_id, status, edits } of rows) {
    const held = counts.get(job_id ?? '') ?? {}
    counts.set(job_id ?? '', { ...held, [status]: Number(edits) })
  }
  return counts
}

/** An edit of a job that has changed something. */
export interface MadeEdit {
  id: string
  uId: string
  serverKey: string
}

/** Edits of a job that have changed something, oldest first, those behind `after`. */
export async function madeByJob(
  store: Store<DataEditTables>,
  jobId: string,
  { after, most }: { after: string; most: number },
): Promise<MadeEdit[]> {
  const rows = await store.read
    .selectFrom('player_edit')
    .select(['id', 'u_id', 'server_key'])
    .where('job_id', '=', jobId)
    .where('id', '>', after)
    // As an expression, so that the index that has the order is taken and not the one of the status.
    .where(sql<string>`status || ''`, 'in', ['applied', 'partly'])
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id, u_id, server_key }) => ({ id, uId: u_id, serverKey: server_key }))
}

/** What of each edit of the job can still go back; edits that cannot are missing. */
export async function undoableOfJob(
  store: Store<DataEditTables>,
  jobId: string,
  ids: readonly string[],
): Promise<Map<string, UndoneEdit & { uId: string }>> {
  const originals = await store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('id', 'in', ids)
    .where('job_id', '=', jobId)
    .where('status', 'in', ['applied', 'partly'])
    .execute()
  const undos = await store.read
    .selectFrom('player_edit')
    .select(['undo_of', 'results', 'undo_indexes'])
    .where('undo_of', 'in', ids)
    .execute()
  const back = (id: string) =>
    new Set(
      undos
        .filter(({ undo_of }) => undo_of === id)
        .flatMap((undo) => appliedIndexes(undo).map((index) => undoIndexesOf(undo)[index])),
    )
  const undoneOf = (row: PlayerEditRow) => {
    const gone = back(row.id)
    const indexes = appliedIndexes(row).filter((index) => !gone.has(index))
    return { changes: changesOf(row), written: writtenOf(row), indexes, uId: row.u_id }
  }
  return new Map(originals.map((row) => [row.id, undoneOf(row)]))
}
