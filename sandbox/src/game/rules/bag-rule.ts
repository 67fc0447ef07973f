import { ITEMS, LIMITS, itemName } from '../../world/catalogue.ts'
import type { RowRule } from './rule-types.ts'

/** Only items of the catalogue, and no more of each than its upper limit. */
export const bagRule: RowRule = ({ after, change }) => {
  if (change.diff !== 'BagItem' || change.key === undefined) return null
  const row = after.bag[change.key]
  if (!row) return null
  if (!ITEMS.has(row.itemId)) return { code: 2004, msg: `没有物品 ${change.key}` }
  const limit = LIMITS.get(row.itemId)
  return limit !== undefined && row.count > limit
    ? { code: 2005, msg: `${itemName(row.itemId)} 的上限是 ${limit}` }
    : null
}

const CAPACITIES: Readonly<Record<string, number>> = { mail: 100, friend: 50 }

/** The mailbox and the friend list are full at a fixed number of rows. */
export const fullTablesRule: RowRule = ({ after, change }) => {
  if (change.op !== 'add' || change.path.length > 0) return null
  const full = Object.entries(CAPACITIES).find(
    ([netKey, capacity]) => Object.keys(after[netKey] as object).length > capacity,
  )
  return full ? { code: 2007, msg: `${full[0]} 最多 ${full[1]} 行` } : null
}
