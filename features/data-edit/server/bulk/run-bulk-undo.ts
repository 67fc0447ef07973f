import { placeText } from '@qd/protocol-model'
import type { JobRow, RowOutcome, ServedJob } from '@qd/server-kit'
import { serveJob } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { localRefusals, planUndo, touchedBy } from '@qd/player-edit'
import type { UndoneEdit } from '@qd/player-edit'
import { bulkUndoJob } from '../../contract/index.ts'
import type { DataEditPorts } from '../data-edit-deps.ts'
import { appliedIndexes, changesOf, undoIndexesOf, writtenOf } from '../edit-row.ts'
import type { DataEditTables, PlayerEditRow } from '../tables.ts'
import { bulkJobRow } from './bulk-store.ts'
import type { BulkRun, ChunkRow, PlannedRow } from './chunk.ts'
import { readRow } from './read-row.ts'
import { CHUNK_SIZE } from './run-bulk.ts'
import { workChunk } from './work-chunk.ts'

type UndoRow = JobRow<{ editId: string }>

/** What of each edit can still go back; edits that cannot are missing. */
async function loadUndone(
  store: Store<DataEditTables>,
  of: string,
  rows: readonly UndoRow[],
): Promise<Map<string, UndoneEdit & { uId: string }>> {
  const ids = rows.map(({ input }) => input.editId)
  const originals = await store.read
    .selectFrom('player_edit')
    .selectAll()
    .where('id', 'in', ids)
    .where('job_id', '=', of)
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

const skipped = (code: string, msg: string, field = ''): { outcome: RowOutcome } => ({
  outcome: { status: 'skipped', code, msg, field },
})

async function planUndone(item: ChunkRow, run: BulkRun, edit: UndoneEdit | undefined): Promise<PlannedRow> {
  if (edit === undefined || edit.indexes.length === 0)
    return skipped('edit_not_undoable', run.text('bulk.stop.not_undoable'))
  const modules = touchedBy(edit.indexes.flatMap((index) => edit.changes[index] ?? []))
  const read = await readRow(item, run, modules)
  if ('outcome' in read) return read
  const { data, version, leftOut } = read.read
  const { changes, indexes, conflicts } = planUndo(item.server.protocol, data, edit, leftOut)
  const [conflict] = conflicts
  // A player goes back as a whole: half of an edit undone is a state nobody has wanted.
  if (conflict !== undefined) {
    const field = placeText(conflict.change)
    const detail = JSON.stringify(conflict.current ?? null).slice(0, 80)
    return skipped('edit_conflict', run.text('bulk.stop.not_ours', { field, detail }), field)
  }
  const [refused] = localRefusals({ ...item.server.rules, text: run.text }, changes)
  if (refused !== undefined) {
    const { code, msg, field = '' } = refused
    return { outcome: { status: 'failed', code, msg, field } }
  }
  const { editId } = item.row.input as { editId: string }
  return { changes, version, data, undo: { of: editId, indexes } }
}

/** Takes a bulk edit back, player by player, where what stands there is still ours. */
export function serveBulkUndo(ports: DataEditPorts): ServedJob {
  return serveJob(bulkUndoJob, {
    chunkSize: CHUNK_SIZE,
    async runChunk(rows, run) {
      const { of, name, players } = run.params
      const job = bulkJobRow(run, { kind: 'undo', at: ports.nowMs(), name, players, undo_of: of })
      const undone = await loadUndone(ports.store, of, rows)
      const editOf = ({ row, player }: ChunkRow) => {
        const edit = undone.get((row.input as { editId: string }).editId)
        return edit?.uId === player.uId ? edit : undefined
      }
      const plan = (item: ChunkRow) => planUndone(item, run, editOf(item))
      return workChunk(ports, { rows, run, onlinePolicy: 'live', job, plan })
    },
  })
}
