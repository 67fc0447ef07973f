import { equalValues, locateChange } from '@qd/protocol-model'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { Change } from '../contract/index.ts'
import { isByPosition } from './change-place.ts'

export interface EditConflict {
  index: number
  loaded: unknown
  current: unknown
  mine: unknown
}

/** Changes whose place no longer holds what was loaded; an added row or element must not be there yet. */
export function findConflicts(
  protocol: ProtocolDefinition,
  data: PlayerData,
  changes: readonly Change[],
): EditConflict[] {
  return changes.flatMap((change, index) => {
    const located = locateChange(protocol, data, change)
    if (!located.ok) return []
    const { current } = located
    const expected = change.op === 'add' ? undefined : change.old
    if (change.op === 'add' && isByPosition(change, located)) return []
    if (equalValues(current, expected)) return []
    return [{ index, loaded: expected ?? null, current: current ?? null, mine: change.value ?? null }]
  })
}
