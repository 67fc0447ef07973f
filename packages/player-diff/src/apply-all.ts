import { applyEdit } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

/** `failed` are changes left out, by index, with the reason: their place is gone or taken. */
export interface AppliedAll {
  data: PlayerData
  failed: { index: number; reason: string }[]
}

/** The data after the changes one by one, nothing mutated; what cannot be applied is left out and told. */
export function applyAll(
  protocol: ProtocolDefinition,
  before: PlayerData,
  changes: readonly Change[],
): AppliedAll {
  const result: AppliedAll = { data: before, failed: [] }
  const copies = new WeakSet()
  for (const [index, change] of changes.entries()) {
    const applied = applyEdit(protocol, result.data, change, copies)
    if (applied.ok) result.data = applied.data
    else result.failed.push({ index, reason: applied.reason })
  }
  return result
}
