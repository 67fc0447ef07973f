import { checkLimits, sumUse, withUse } from '@qd/item-limits'
import type { Excess, ItemLimit } from '@qd/item-limits'
import type { UseParts } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { PropertiesTables } from '../tables.ts'
import { usedToday } from './used-today.ts'
import type { Counted } from './used-today.ts'
import { insertUse, keptItems, nextVersion, playerRows } from './write-use.ts'

interface Ready {
  use: UseParts
  key: string
  counted: Counted
  limits: readonly ItemLimit[]
  nowMs: number
}

const NONE: readonly Excess[] = []

/** Counts the parts that no limit refuses, one after the other, as one use. Answers for each what it goes beyond. */
export async function countParts(
  tx: Store<PropertiesTables>['read'],
  { use, key, counted, limits, nowMs }: Ready,
  only?: ReadonlySet<number>,
): Promise<(readonly Excess[])[]> {
  const { kind, parts } = use
  const isWanted = (index: number) => only === undefined || only.has(index)
  const all = sumUse({ kind, gifts: parts.filter((_, index) => isWanted(index)).flat() })
  if (all.size === 0) return parts.map(() => NONE)
  await nextVersion(tx, counted)
  let used = await usedToday(tx, counted, { items: all, limits })
  const taken: UseParts['parts'][0][number][] = []
  const beyond = parts.map((gifts, index) => {
    if (!isWanted(index)) return NONE
    const excess = checkLimits(limits, { kind, gifts }, used)
    if (excess.length > 0) return excess
    used = withUse(used, sumUse({ kind, gifts }))
    taken.push(...gifts)
    return NONE
  })
  const items = sumUse({ kind, gifts: taken })
  if (items.size > 0) {
    const players = playerRows(key, counted, items)
    await insertUse(tx, { key, use, counted, items: keptItems(items), players, nowMs })
  }
  return beyond
}
