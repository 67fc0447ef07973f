import { exactInt } from '@qd/protocol-model'
import type { Change, DiffInfo } from '@qd/protocol-model'

/** Field names under which games keep how many of an item there are. */
const COUNT_FIELDS = ['count', 'quantity', 'num', 'amount']

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

/** The limit a change breaks in a table whose key is an item number, or null. */
export function overLimit(
  info: DiffInfo,
  change: Change,
  limits: ReadonlyMap<number, number>,
): number | null {
  const keyField = info.fields.find(({ fieldName }) => fieldName === info.key)
  if (keyField?.dataProvider !== 'gameProp' || change.op === 'remove') return null
  const limit = limits.get(Number(change.key))
  if (limit === undefined) return null
  const countField = info.fields.find(({ fieldName }) => COUNT_FIELDS.includes(fieldName))?.fieldName
  if (countField === undefined) return null
  const isCount = change.path.length === 1 && change.path[0] === countField
  const count = isCount ? change.value : change.path.length === 0 ? own(change.value, countField) : undefined
  const exact = exactInt(count)
  return exact !== null && exact > BigInt(limit) ? limit : null
}
