import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import { itemAt, quantitiesOf } from './quantities.ts'

/** The most one action may give of an item, by its number as text; null: no limit. */
export type LimitOf = (item: string) => bigint | null

/** The item of the row at a place, which shows its limit; a currency has none to show, as only its rise counts. */
export function itemOfQuantity(
  protocol: ProtocolDefinition,
  at: Pick<Change, 'diff' | 'key' | 'path'>,
): string | null {
  const held = itemAt(protocol, at)
  return held?.in === 'rows' ? held.item : null
}

/**
 * The limit a change breaks, or null. To lower what is above it already is always allowed: the caller says what
 * stands there, and the game refuses a `set` that says it wrong. Of an `add` it compares nothing, so nothing counts. Of a
 * field that holds an item, such as a currency, players have more than one action may give, so its rise counts.
 */
export function overLimit(protocol: ProtocolDefinition, change: Change, limitOf: LimitOf): bigint | null {
  const { now, before } = quantitiesOf(protocol, change)
  for (const [item, quantity] of now.rows) {
    const limit = limitOf(item)
    if (limit !== null && quantity > limit && quantity > (before.rows.get(item) ?? 0n)) return limit
  }
  for (const [item, quantity] of now.fields) {
    const limit = limitOf(item)
    if (limit !== null && quantity - (before.fields.get(item) ?? 0n) > limit) return limit
  }
  return null
}
