import { diffInfoOf, exactInt } from '@qd/protocol-model'
import type { Change, DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { itemOfQuantity } from './over-limit.ts'

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

function given(info: DiffInfo, change: Change, name: string | number): [string, bigint] | null {
  const isRow = change.path.length === 0
  const item = itemOfQuantity(info, { key: change.key, path: isRow ? [name] : change.path })
  if (item === null || !/^\d+$/.test(item)) return null
  const now = exactInt(isRow ? own(change.value, String(name)) : change.value) ?? 0n
  const before = change.op === 'set' ? change.old : undefined
  const had = exactInt(isRow ? own(before, String(name)) : before) ?? 0n
  // Leading zeros make no other item, and no limit of its own.
  return now > had ? [String(BigInt(item)), now - had] : null
}

/** What changes give a player of each item: by how much quantities rise, in tables whose key is an item number. */
export function givenItems(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
): { number: string; quantity: string }[] {
  const sums = new Map<string, bigint>()
  for (const change of changes) {
    const info = diffInfoOf(protocol, change.diff)
    if (info === null || change.op === 'remove') continue
    const names = change.path.length === 0 ? info.fields.map(({ fieldName }) => fieldName) : ['']
    for (const name of names) {
      const [item, quantity] = given(info, change, name) ?? []
      if (item !== undefined && quantity !== undefined) sums.set(item, (sums.get(item) ?? 0n) + quantity)
    }
  }
  return [...sums].map(([number, quantity]) => ({ number, quantity: String(quantity) }))
}
