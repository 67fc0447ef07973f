import { say } from '../texts/say.ts'
import { ITEMS, LIMITS, itemText } from '../world/catalogue.ts'
import type { BagRow, ItemStack, PlayerDocument } from './document.ts'
import { GameFailure } from './game-failure.ts'

export const MAX_STACK = 9999

export function roomFor(document: PlayerDocument, itemId: number): number {
  return (LIMITS.get(itemId) ?? MAX_STACK) - (document.bag[itemId]?.count ?? 0)
}

/** Throws 2007 before anything has changed when one of the stacks does not fit. */
export function checkRoom(document: PlayerDocument, stacks: readonly ItemStack[]): void {
  const full = stacks.find(({ itemId, count }) => roomFor(document, itemId) < count)
  if (full) throw new GameFailure(2007, say('背包放不下 {item}', { item: itemText(full.itemId) }))
}

/** Puts pieces into the bag; the caller has made sure that they fit. */
export function addItem(
  document: PlayerDocument,
  stack: ItemStack,
  gain: { at: number; source: string },
): BagRow {
  const { itemId, count } = stack
  const old = document.bag[itemId]
  const row: BagRow = {
    itemId,
    quality: ITEMS.get(itemId)?.quality ?? 1,
    count: (old?.count ?? 0) + count,
    gainAt: gain.at,
    bind: old?.bind ?? 0,
    source: gain.source,
  }
  document.bag[itemId] = row
  return row
}

/** Throws 2004 when there are fewer pieces. */
export function checkPieces(document: PlayerDocument, itemId: number, count: number): void {
  if ((document.bag[itemId]?.count ?? 0) < count)
    throw new GameFailure(2004, say('{item} 不足', { item: itemText(itemId) }))
}

/** Takes pieces out and returns how many are left; the row goes with its last piece. */
export function takeItem(document: PlayerDocument, itemId: number, count: number): number {
  const row = document.bag[itemId]
  const left = (row?.count ?? 0) - count
  if (row && left > 0) row.count = left
  else delete document.bag[itemId]
  return Math.max(0, left)
}
