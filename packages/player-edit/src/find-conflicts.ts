import { applyEdit, equalValues, locateChange } from '@qd/protocol-model'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { WireChange } from './wire-change.ts'

export interface EditConflict {
  index: number
  loaded: unknown
  current: unknown
  mine: unknown
}

/**
 * Changes whose place no longer holds what was loaded; an added row or element must not be there yet.
 * Later changes are compared with what the earlier ones would have left, as the game does.
 */
export function findConflicts(
  protocol: ProtocolDefinition,
  now: PlayerData,
  changes: readonly WireChange[],
): EditConflict[] {
  let data = now
  return changes.flatMap((change, index) => {
    const located = locateChange(protocol, data, change)
    if (!located.ok) return []
    const current = located.current ?? null
    const isInsert = change.op === 'add' && located.isByPosition
    const loaded = change.op === 'add' ? null : (change.old ?? null)
    if (!isInsert && !equalValues(current, loaded)) {
      return [{ index, loaded, current, mine: change.value ?? null }]
    }
    const applied = applyEdit(protocol, data, change)
    if (applied.ok) data = applied.data
    return []
  })
}
