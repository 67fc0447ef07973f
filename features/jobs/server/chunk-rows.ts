import type { RowOutcome, RowStatus } from '@qd/server-kit'
import type { StoredChunk } from './job-tables.ts'

export interface StoredRow {
  key: string
  input: unknown
  /** Index in the job's places; absent: its own place. */
  place?: number
}

/** `attempt`: at which one the row ended so; absent: the first. `dropped`: given up while it waited for its server. */
export type StoredOutcome = Omit<RowOutcome, 'status'> & {
  status: RowStatus | 'dropped'
  attempt?: number
}

/** A row that is to be worked on, by its index in the chunk. */
export interface PendingRow extends StoredRow {
  index: number
  attempt: number
}

type RedoState = Pick<StoredChunk, 'redo_failed' | 'redo_unknown' | 'round'>

/**
 * What of a chunk is to be done: all of it the first time, else its failed rows at a new attempt, or its
 * unknown ones at the attempt nobody knows the end of; and rows that wait, at the attempt they wait in.
 */
export function pendingRows(
  chunk: RedoState,
  rows: readonly StoredRow[],
  outcomes: readonly StoredOutcome[] | null,
): PendingRow[] {
  return rows.flatMap((row, index) => {
    const outcome = outcomes?.[index]
    if (outcome === undefined) return [{ ...row, index, attempt: 0 }]
    if (outcome.status === 'waiting') return [{ ...row, index, attempt: outcome.attempt ?? 0 }]
    if (outcome.status === 'failed' && chunk.redo_failed > 0) return [{ ...row, index, attempt: chunk.round }]
    if (outcome.status === 'unknown' && chunk.redo_unknown > 0)
      return [{ ...row, index, attempt: outcome.attempt ?? 0 }]
    return []
  })
}

/** The outcomes of a chunk after some of its rows were worked on. */
export function mergeOutcomes(
  before: readonly StoredOutcome[] | null,
  pending: readonly PendingRow[],
  outcomes: readonly RowOutcome[],
): StoredOutcome[] {
  const merged: StoredOutcome[] = [...(before ?? [])]
  for (const [at, { index, attempt }] of pending.entries()) {
    const { status, code, msg, field, isSent } = outcomes[at]!
    merged[index] = {
      status,
      ...(code === undefined || code === '' ? {} : { code }),
      ...(msg === undefined || msg === '' ? {} : { msg }),
      ...(field === undefined || field === '' ? {} : { field }),
      ...(isSent === true ? { isSent } : {}),
      ...(attempt === 0 ? {} : { attempt }),
    }
  }
  return merged
}

/** What becomes of rows that wait when their job is given up: what may have been sent is unknown. */
export function giveUpWaits(outcomes: readonly StoredOutcome[], msg: string): StoredOutcome[] {
  return outcomes.map((outcome) => {
    if (outcome.status !== 'waiting') return outcome
    const attempt = outcome.attempt === undefined ? {} : { attempt: outcome.attempt }
    if (outcome.isSent !== true) return { status: 'dropped', ...attempt }
    return { status: 'unknown', code: 'job_interrupted', msg, ...attempt }
  })
}

export interface RowCounts {
  done_rows: number
  failed_rows: number
  skipped_rows: number
  unknown_rows: number
}

export const NO_ROWS: RowCounts = { done_rows: 0, failed_rows: 0, skipped_rows: 0, unknown_rows: 0 }

/** Rows that ended; those that wait or were dropped count as not worked on. */
export function countOutcomes(outcomes: readonly StoredOutcome[]): RowCounts {
  const counts = { ...NO_ROWS }
  for (const { status } of outcomes)
    if (status !== 'waiting' && status !== 'dropped') counts[`${status}_rows`]++
  return counts
}
