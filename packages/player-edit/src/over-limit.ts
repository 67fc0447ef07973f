import { exactInt } from '@qd/protocol-model'
import type { Change, DiffInfo } from '@qd/protocol-model'

/** Field names under which games keep how many of an item there are. */
const QUANTITY = /^(count|num|number|amount|quantity)$/i

/** The most one action may give of an item, by its number as text; null: no limit. */
export type LimitOf = (item: string) => bigint | null

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

/** The item whose quantity a field holds: the row's key, in a table whose key is an item number. */
export function itemOfQuantity(info: DiffInfo, { key, path }: Pick<Change, 'key' | 'path'>): string | null {
  const keyField = info.fields.find(({ fieldName }) => fieldName === info.key)
  if (keyField?.dataProvider !== 'gameProp' || key === undefined) return null
  return path.length === 1 && QUANTITY.test(String(path[0])) ? key : null
}

/**
 * The limit a change breaks, or null. To lower what is above it already is always allowed: the caller says what
 * stands there, and the game refuses a `set` that says it wrong. Of an `add` it compares nothing, so nothing counts.
 */
export function overLimit(info: DiffInfo, change: Change, limitOf: LimitOf): bigint | null {
  if (change.op === 'remove') return null
  const before = change.op === 'set' ? change.old : undefined
  const names = change.path.length === 0 ? info.fields.map(({ fieldName }) => fieldName) : change.path
  for (const name of names) {
    const item = itemOfQuantity(info, { ...change, path: change.path.length === 0 ? [name] : change.path })
    const limit = item === null ? null : limitOf(item)
    const [now, old] = [change.value, before].map((value) =>
      exactInt(change.path.length === 0 ? own(value, String(name)) : value),
    )
    const isOver = limit !== null && now !== null && now !== undefined && now > limit
    if (isOver && (old === null || old === undefined || now > old)) return limit
  }
  return null
}
