import { parseJsonText } from '@qd/canonical-json'
import type { Change, ChangeVerdict, Edit } from '../../contract/index.ts'
import type { PlayerEditRow } from '../tables.ts'

export const changesOf = (row: Pick<PlayerEditRow, 'changes'>) => parseJsonText(row.changes) as Change[]
export const resultsOf = (row: Pick<PlayerEditRow, 'results'>) =>
  parseJsonText(row.results) as ChangeVerdict[]
export const writtenOf = (row: Pick<PlayerEditRow, 'written'>) => parseJsonText(row.written) as unknown[]
export const undoIndexesOf = (row: Pick<PlayerEditRow, 'undo_indexes'>) =>
  parseJsonText(row.undo_indexes) as number[]

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
