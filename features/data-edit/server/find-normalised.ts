import { equalValues, locateChange } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

export interface Normalised {
  index: number
  asked: unknown
  stored: unknown
}

const isPrefix = (short: readonly unknown[], long: readonly unknown[]): boolean =>
  short.every((segment, index) => String(segment) === String(long[index]))

/** Whether a later change may have moved or overwritten what an earlier one wrote. */
function disturbs(earlier: Change, later: Change): boolean {
  if (earlier.diff !== later.diff || earlier.key !== later.key) return false
  if (isPrefix(earlier.path, later.path) || isPrefix(later.path, earlier.path)) return true
  // Adding and removing in a list moves its other elements.
  return later.op !== 'set' && isPrefix(later.path.slice(0, -1), earlier.path)
}

const isPositional = (change: Change): boolean => /^\d+$/.test(String(change.path.at(-1) ?? ''))

/** Compares what was asked with what reading back shows; changes a later one disturbs cannot be told. */
export function findNormalised(
  protocol: ProtocolDefinition,
  data: PlayerData,
  changes: readonly Change[],
  applied: readonly number[],
): Normalised[] {
  return applied.flatMap((index, position) => {
    const change = changes[index]
    if (change === undefined) return []
    const laters = applied.slice(position + 1).map((each) => changes[each]!)
    if (laters.some((later) => disturbs(change, later))) return []
    if (change.op === 'remove' && isPositional(change)) return []
    const located = locateChange(protocol, data, change)
    if (!located.ok) return []
    const asked = change.op === 'remove' ? null : change.value
    if (equalValues(asked, located.current)) return []
    return [{ index, asked, stored: located.current ?? null }]
  })
}
