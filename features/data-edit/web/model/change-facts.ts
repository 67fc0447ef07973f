import { exactInt, placeFacts } from '@qd/protocol-model'
import type { Change, PlaceFacts, ProtocolDefinition } from '@qd/protocol-model'
import { inputKind, isIdField } from '@qd/web-controls/fields'

/** Times, choices and ids are numbers too, but what lies between two of them means nothing. */
function isAmount({ info, fields }: Pick<PlaceFacts, 'info' | 'fields'>): boolean {
  const field = fields.at(-1)
  if (!field) return false
  const kind = inputKind(field)
  return (kind === 'int' || kind === 'float') && !isIdField(field, info?.key ?? '')
}

/** `+200` or `-50` for an amount that was set, exact for int64; null when there is no difference to tell. */
export function deltaText(protocol: ProtocolDefinition, change: Change): string | null {
  if (change.op !== 'set' || !isAmount(placeFacts(protocol, change))) return null
  const before = exactInt(change.old)
  const after = exactInt(change.value)
  if (before !== null && after !== null) {
    const delta = after - before
    return delta > 0n ? `+${delta}` : String(delta)
  }
  if (typeof change.old !== 'number' || typeof change.value !== 'number') return null
  const delta = Number((change.value - change.old).toPrecision(12))
  return delta > 0 ? `+${delta}` : String(delta)
}
