import type { Change } from '@qd/protocol-model'
import { placeId } from '@qd/player-diff'
import type { MovedValue } from './draft.ts'

/** One line of the three-way dialog: what was loaded, what stands there, what the operator wants. */
export interface ConflictRow {
  change: Change
  loaded: unknown
  current: unknown
  mine: unknown
}

export type ConflictChoice = 'mine' | 'current' | 'other'

/** What a 409 `edit_conflict` carries. */
export interface ConflictDetails {
  conflicts: { index: number; loaded?: unknown; current?: unknown; mine?: unknown }[]
  version: string
}

/** Reads the details of a conflict answer; null when they are not of that shape. */
export function readConflictDetails(details: unknown): ConflictDetails | null {
  if (typeof details !== 'object' || details === null) return null
  const { conflicts, version } = details as Record<string, unknown>
  if (!Array.isArray(conflicts)) return null
  const rows = conflicts.filter(
    (row): row is ConflictDetails['conflicts'][number] =>
      typeof row === 'object' && row !== null && Number.isInteger((row as { index?: unknown }).index),
  )
  return { conflicts: rows, version: typeof version === 'string' ? version : '' }
}

/** Rows of values that moved under the draft while it was open. */
export function movedRows(changes: readonly Change[], moved: ReadonlyMap<string, MovedValue>): ConflictRow[] {
  return changes.flatMap((change) => {
    const mark = moved.get(placeId(change))
    return mark ? [{ change, loaded: mark.loaded, current: mark.current, mine: change.value }] : []
  })
}
