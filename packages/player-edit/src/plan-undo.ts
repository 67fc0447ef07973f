import { inverse as inverseOf, overlaps } from '@qd/player-diff'
import { applyEdit, checkChange, equalValues, leftOutAt, locateChange } from '@qd/protocol-model'
import type { LeftOut, LocatedChange, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { WireChange } from './wire-change.ts'

export interface UndoneEdit {
  changes: readonly WireChange[]
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
  change: WireChange
}

export interface UndoPlan {
  changes: WireChange[]
  /** For each change its index in the original edit. */
  indexes: number[]
  conflicts: UndoConflict[]
}

/** What was really written: the game may have rounded, cut or completed what it was asked. */
function asWritten(change: WireChange, written: unknown): WireChange {
  return change.op === 'remove' ? change : { ...change, value: written }
}

/** Whether what stands there is what we left: the written value, or nothing where we removed. */
function isStillOurs(change: WireChange, located: Extract<LocatedChange, { ok: true }>): boolean {
  if (change.op !== 'add') return equalValues(located.current, change.old)
  // An element without a key goes back in at its position, whatever stands there now.
  return located.current === undefined || located.isByPosition
}

/** The data after the inverse, or null when it must not be made. */
function tryInverse(
  protocol: ProtocolDefinition,
  data: PlayerData,
  inverse: WireChange,
  located: LocatedChange,
): PlayerData | null {
  if (!located.ok || !isStillOurs(inverse, located)) return null
  // Where nothing stood before, nothing stands after.
  if (checkChange(protocol, inverse, { canUnset: true }) !== null) return null
  const applied = applyEdit(protocol, data, inverse)
  return applied.ok ? applied.data : null
}

/**
 * The inverse of an edit, last change first, tried on the data as it is now: a row whose value is no longer
 * the one we wrote is a conflict and stays as it is, and so does whatever depends on it.
 */
export function planUndo(
  protocol: ProtocolDefinition,
  now: PlayerData,
  edit: UndoneEdit,
  leftOut: readonly LeftOut[] = [],
): UndoPlan {
  const plan: UndoPlan = { changes: [], indexes: [], conflicts: [] }
  let data = now
  for (const index of edit.indexes.toSorted((left, right) => right - left)) {
    const original = edit.changes[index]
    if (original === undefined) continue
    const [inverse] = inverseOf([asWritten(original, edit.written[index])]) as WireChange[]
    if (inverse === undefined) continue
    const located = locateChange(protocol, data, inverse)
    // Within one edit only the last value of a place was left there: an older one that fits again is chance.
    const isBlocked = plan.conflicts.some(({ change }) => overlaps(change, inverse))
    const isLost = leftOutAt(protocol, data, inverse, leftOut).length > 0
    const after = isBlocked || isLost ? null : tryInverse(protocol, data, inverse, located)
    if (after !== null) {
      data = after
      plan.changes.push(inverse)
      plan.indexes.push(index)
    } else {
      const current = located.ok ? (located.current ?? null) : null
      plan.conflicts.push({ index, written: inverse.old ?? null, current, change: inverse })
    }
  }
  return plan
}
