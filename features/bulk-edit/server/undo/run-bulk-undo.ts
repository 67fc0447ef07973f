import { placeText } from '@qd/protocol-model'
import type { RowOutcome, ServedJob } from '@qd/server-kit'
import { serveJob } from '@qd/server-kit'
import { localRefusals, planUndo, touchedBy } from '@qd/player-edit'
import type { UndoneEdit } from '@qd/player-edit'
import { bulkUndoJob } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import { bulkJobRow } from '../bulk-store.ts'
import type { BulkRun, ChunkRow, PlannedRow } from '../list/chunk.ts'
import { readRow } from '../preview/read-row.ts'
import { prepareUndo } from './prepare-undo.ts'
import { CHUNK_SIZE } from '../run/run-bulk.ts'
import { workChunk } from '../run/work-chunk.ts'

const skipped = (code: string, msg: string, field = ''): { outcome: RowOutcome } => ({
  outcome: { status: 'skipped', code, msg, field },
})

async function planUndone(
  { edits }: UseCaseDeps,
  item: ChunkRow,
  run: BulkRun,
  edit: UndoneEdit | undefined,
): Promise<PlannedRow> {
  if (edit === undefined || edit.indexes.length === 0)
    return skipped('edit_not_undoable', run.text('bulk.stop.not_undoable'))
  const modules = touchedBy(edit.indexes.flatMap((index) => edit.changes[index] ?? []))
  const read = await readRow(edits, item, run, modules)
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
export function serveBulkUndo(deps: UseCaseDeps): ServedJob {
  return serveJob(bulkUndoJob, {
    chunkSize: CHUNK_SIZE,
    facts: ({ of, name }, text) => [{ label: text('bulk.fact.undoOf'), value: name, jobId: of }],
    prepare: (from: { of: string }, run, cursor) => prepareUndo(deps, run, from, cursor),
    async runChunk(rows, run) {
      const { of, name, home, paths } = run.params
      const about = {
        kind: 'undo',
        at: deps.nowMs(),
        name,
        players: run.rows,
        home,
        paths,
        undo_of: of,
      } as const
      const job = bulkJobRow(run, about)
      const undone = await deps.edits.undoable(
        of,
        rows.map(({ input }) => input.editId),
      )
      const editOf = ({ row, player }: ChunkRow) => {
        const edit = undone.get((row.input as { editId: string }).editId)
        return edit?.uId === player.uId ? edit : undefined
      }
      const plan = (item: ChunkRow) => planUndone(deps, item, run, editOf(item))
      const worked = await workChunk(deps, { rows, run, onlinePolicy: 'live', job, plan })
      return {
        ...worked,
        async commit(tx) {
          await worked.commit?.(tx)
          if (await deps.edits.hasStanding(tx, of)) return
          const { caller: by, requestId } = run
          await deps.rollbacks?.rolledBack(tx, { what: `job:${of}`, by, requestId })
        },
      }
    },
  })
}
