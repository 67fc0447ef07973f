import { equalValues, locateChange } from '@qd/protocol-model'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { overlaps, shifts } from '@qd/player-diff'
import type { WireChange } from './wire-change.ts'

export interface Normalised {
  index: number
  asked: unknown
  stored: unknown
}

/** Whether a later change may have moved or overwritten what an earlier one wrote. */
const disturbs = (earlier: WireChange, later: WireChange): boolean =>
  overlaps(earlier, later) || shifts(later, earlier)

/** Compares what was asked with what reading back shows; changes a later one disturbs cannot be told. */
export function findNormalised(
  protocol: ProtocolDefinition,
  data: PlayerData,
  changes: readonly WireChange[],
  applied: readonly number[],
): Normalised[] {
  return applied.flatMap((index, position) => {
    const change = changes[index]
    if (change === undefined) return []
    const laters = applied.slice(position + 1).map((each) => changes[each]!)
    if (laters.some((later) => disturbs(change, later))) return []
    const located = locateChange(protocol, data, change)
    if (!located.ok) return []
    if (change.op === 'remove' && located.isByPosition) return []
    const asked = change.op === 'remove' ? null : change.value
    if (equalValues(asked, located.current)) return []
    return [{ index, asked, stored: located.current ?? null }]
  })
}
