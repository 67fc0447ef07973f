import { applyEdit, checkChange, equalValues, inverseChanges, locateChange } from '@qd/protocol-model'
import type { Change as ModelChange, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { Change } from '../contract/index.ts'

export interface UndoneEdit {
  changes: readonly Change[]
  /** Values as the game stored them, by index. */
  written: readonly unknown[]
  /** Indexes to take back. */
  indexes: readonly number[]
}

export interface UndoConflict {
  index: number
  written: unknown
  current: unknown
  /** What would have been sent. */
  change: Change
}

export interface UndoPlan {
  changes: Change[]
  /** For each change its index in the original edit. */
  indexes: number[]
  conflicts: UndoConflict[]
}

/** What was really written: the game may have rounded, cut or completed what it was asked. */
function asWritten(change: Change, written: unknown): Change {
  return change.op === 'remove' ? change : { ...change, value: written }
}

function isStillOurs(change: ModelChange, located: { current: unknown; isListElement: boolean }): boolean {
  if (change.op !== 'add') return equalValues(located.current, change.old)
  // An element without a key goes back in at its position, whatever stands there now.
  const isPosition = located.isListElement && /^\d+$/.test(String(change.path.at(-1)))
  return isPosition || located.current === undefined
}

/**
 * The inverse of an edit, last change first, tried on the data as it is now: a row whose value is no longer
 * the one we wrote is a conflict and stays as it is, and so does whatever depends on it.
 */
export function planUndo(protocol: ProtocolDefinition, now: PlayerData, edit: UndoneEdit): UndoPlan {
  const plan: UndoPlan = { changes: [], indexes: [], conflicts: [] }
  let data = now
  for (const index of edit.indexes.toSorted((left, right) => right - left)) {
    const original = edit.changes[index]
    if (original === undefined) continue
    const [inverse] = inverseChanges([asWritten(original, edit.written[index])])
    if (inverse === undefined) continue
    const change = inverse as Change
    const located = locateChange(protocol, data, inverse)
    const applied =
      located.ok && checkChange(protocol, inverse) === null && isStillOurs(inverse, located)
        ? applyEdit(protocol, data, inverse)
        : null
    if (applied?.ok === true) {
      data = applied.data
      plan.changes.push(change)
      plan.indexes.push(index)
    } else {
      const current = located.ok ? (located.current ?? null) : null
      plan.conflicts.push({ index, written: inverse.old ?? null, current, change })
    }
  }
  return plan
}
