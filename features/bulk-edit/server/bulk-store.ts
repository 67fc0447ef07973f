import { scopePath } from '@qd/contract-kit'
import type { ScopePlace } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { BulkRun } from './list/chunk.ts'
import type { BulkEditTables, BulkJobRow } from './tables.ts'

/** Where the call was made that started a job. */
export interface Home {
  game: string
  operator: string
  lineId: string
  sId?: number | undefined
}

/** The place of a call as a job keeps it; throws where it is above the lines. */
export function homeOf(place: ScopePlace): Home {
  const { game, operator, lineId, sId } = place
  if (game === undefined || operator === undefined || lineId === undefined)
    throw new Error(`a bulk job at ${scopePath(place)}, which is no line`)
  return { game, operator, lineId, ...(sId === undefined ? {} : { sId }) }
}

export function bulkJobRow(
  run: BulkRun,
  { home = homeOf(run.place), paths = [], ...about }: BulkJobAbout,
): BulkJobRow {
  return {
    ...about,
    job_id: run.jobId,
    game: home.game,
    operator: home.operator,
    line_id: home.lineId,
    s_id: home.sId ?? null,
    actor: run.caller.username,
    reason: run.reason,
    places: paths.length === 0 ? null : JSON.stringify(paths),
  }
}

type BulkJobAbout = Pick<BulkJobRow, 'kind' | 'at' | 'name' | 'players' | 'undo_of'> & {
  home?: Home | undefined
  paths?: string[] | undefined
}

/** Stores a job once, whichever of its chunks is the first that has rows to work on, and however often it is. */
export async function keepBulkJob(store: Store<BulkEditTables>, job: BulkJobRow): Promise<void> {
  const { job_id } = job
  const kept = store.read.selectFrom('bulk_job').select('job_id').where('job_id', '=', job_id)
  if ((await kept.executeTakeFirst()) !== undefined) return
  await store.write((tx) =>
    tx
      .insertInto('bulk_job')
      .values(job)
      .onConflict((conflict) => conflict.column('job_id').doNothing())
      .execute(),
  )
}
