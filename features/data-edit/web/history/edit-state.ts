import { overlaps } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import type { Tone } from '@qd/web-controls'
import type { Edit } from '../../contract/index.ts'

export const EDIT_TONES: Record<Edit['status'], Tone> = {
  applied: 'ok',
  partly: 'warn',
  refused: 'error',
  unknown: 'warn',
  undone: 'neutral',
}

/** Whether something of the edit may still be there. */
export function isUndoable({ status }: Pick<Edit, 'status'>): boolean {
  return status === 'applied' || status === 'partly'
}

/** Numbers of the edit's changes at a place; a column has no row: those of every row count. */
export function changesAt(edit: Edit, at: Place | null): number[] {
  const all = edit.changes.map((_change, index) => index)
  if (at === null) return all
  return all.filter((index) => {
    const change = edit.changes[index]!
    return overlaps(at.key === undefined ? { ...at, key: change.key } : at, change)
  })
}
