import { scopePath } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { BulkRun } from './list/chunk.ts'
import type { BulkEditTables, BulkJobRow } from './tables.ts'

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

/** Stores a job once, however often its first rows are worked on. */
export async function keepBulkJob(store: Store<BulkEditTables>, job: BulkJobRow): Promise<void> {
  await store.write((tx) =>
    tx
      .insertInto('bulk_job')
      .values(job)
      .onConflict((conflict) => conflict.column('job_id').doNothing())
      .execute(),
  )
}
