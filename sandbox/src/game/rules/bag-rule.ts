import { ITEMS, LIMITS, itemText } from '../../world/catalogue.ts'
import { localText } from '../../texts/dictionaries.ts'
import { say } from '../../texts/say.ts'
import type { RowRule } from './rule-types.ts'

/** Only items of the catalogue, and no more of each than its upper limit. */
export const bagRule: RowRule = ({ after, change }) => {
  if (change.diff !== 'BagItem' || change.key === undefined) return null
  const row = after.bag[change.key]
  if (!row) return null
  if (!ITEMS.has(row.itemId)) return { code: 2004, msg: say('没有物品 {item}', { item: change.key }) }
  const limit = LIMITS.get(row.itemId)
  return limit !== undefined && row.count > limit
    ? { code: 2005, msg: say('{item} 的上限是 {limit}', { item: itemText(row.itemId), limit }) }
    : null
}

const CAPACITIES = [
  { netKey: 'mail', name: '邮件', capacity: 100 },
  { netKey: 'friend', name: '好友', capacity: 50 },
]

/** The mailbox and the friend list are full at a fixed number of rows. */
export const fullTablesRule: RowRule = ({ after, change }) => {
  if (change.op !== 'add' || change.path.length > 0) return null
  const full = CAPACITIES.find(
    ({ netKey, capacity }) => Object.keys(after[netKey] as object).length > capacity,
  )
  if (!full) return null
  const module = localText('names', full.name)
  return { code: 2007, msg: say('{module} 最多 {capacity} 行', { module, capacity: full.capacity }) }
}
