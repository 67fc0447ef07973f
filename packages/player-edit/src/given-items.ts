import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import { quantitiesOf } from './quantities.ts'

/**
 * What changes give a player of each item: by how much quantities rise, in rows whose key is an item number and in fields
 * that the definition says hold an item, such as a currency.
 */
export function givenItems(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
): { number: string; quantity: string }[] {
  const sums = new Map<string, bigint>()
  for (const change of changes) {
    const { now, before } = quantitiesOf(protocol, change)
    for (const kind of ['rows', 'fields'] as const) {
      for (const [item, quantity] of now[kind]) {
        const rise = quantity - (before[kind].get(item) ?? 0n)
        if (rise > 0n) sums.set(item, (sums.get(item) ?? 0n) + rise)
      }
    }
  }
  return [...sums].map(([number, quantity]) => ({ number, quantity: String(quantity) }))
}
