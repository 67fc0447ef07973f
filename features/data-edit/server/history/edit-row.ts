import type { Change, ChangeVerdict, Edit } from '../../contract/index.ts'
import type { PlayerEditRow } from '../tables.ts'

export const changesOf = (row: Pick<PlayerEditRow, 'changes'>): Change[] => JSON.parse(row.changes)
export const resultsOf = (row: Pick<PlayerEditRow, 'results'>): ChangeVerdict[] => JSON.parse(row.results)
export const writtenOf = (row: Pick<PlayerEditRow, 'written'>): unknown[] => JSON.parse(row.written)
export const undoIndexesOf = (row: Pick<PlayerEditRow, 'undo_indexes'>): number[] =>
  JSON.parse(row.undo_indexes)

/** Indexes of the changes the game has made. */
export function appliedIndexes(row: Pick<PlayerEditRow, 'results'>): number[] {
  return resultsOf(row)
    .filter(({ status }) => status === 0)
    .map(({ index }) => index)
}

export function editOf(row: PlayerEditRow): Edit {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    reason: row.reason,
    status: row.status,
    undoOf: row.undo_of,
    jobId: row.job_id,
    changes: changesOf(row),
    results: resultsOf(row),
    versionBefore: row.version_before,
    versionAfter: row.version_after,
  }
}
