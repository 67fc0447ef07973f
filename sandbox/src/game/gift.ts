import { say } from '../texts/say.ts'
import type { Said } from '../texts/say.ts'
import { ITEMS, LIMITS, itemText } from '../world/catalogue.ts'
import { CURRENCIES, currencyText } from '../world/currencies.ts'
import type { Currency } from '../world/currencies.ts'
import { MAX_STACK, addItem, roomFor, takeItem } from './bag.ts'
import type { BagRow, ItemStack, PlayerDocument } from './document.ts'
import { GameFailure } from './game-failure.ts'

/** The most of an item or a currency that one gift holds. */
export function giftMost(itemId: number): number {
  return CURRENCIES.get(itemId)?.giftMost ?? LIMITS.get(itemId) ?? MAX_STACK
}

export function giftText(itemId: number): Said {
  const currency = CURRENCIES.get(itemId)
  return currency ? currencyText(currency) : itemText(itemId)
}

export const isGift = (itemId: number): boolean => ITEMS.has(itemId) || CURRENCIES.has(itemId)

const held = ({ currency }: PlayerDocument, { field }: Currency): bigint => BigInt(currency[field])

function setHeld({ currency }: PlayerDocument, { field }: Currency, amount: bigint): void {
  if (field === 'gold') currency.gold = amount.toString()
  else currency[field] = Number(amount)
}

function hasRoom(document: PlayerDocument, { itemId, count }: ItemStack): boolean {
  const currency = CURRENCIES.get(itemId)
  if (!currency) return roomFor(document, itemId) >= count
  return held(document, currency) + BigInt(count) <= currency.most
}

/** Throws 2007 before anything has changed when one of the stacks does not fit into bag or purse. */
export function checkGiftRoom(document: PlayerDocument, stacks: readonly ItemStack[]): void {
  const full = stacks.find((stack) => !hasRoom(document, stack))
  if (full) throw new GameFailure(2007, say('背包放不下 {item}', { item: giftText(full.itemId) }))
}

/** Gives what was found to fit; returns the rows of the bag. */
export function giveGift(
  document: PlayerDocument,
  stacks: readonly ItemStack[],
  gain: { at: number; source: string },
): BagRow[] {
  return stacks.flatMap((stack) => {
    const currency = CURRENCIES.get(stack.itemId)
    if (!currency) return [addItem(document, stack, gain)]
    setHeld(document, currency, held(document, currency) + BigInt(stack.count))
    return []
  })
}

/** Takes one stack back, as far as it is there. */
function takeStack(document: PlayerDocument, { itemId, count }: ItemStack): number {
  const currency = CURRENCIES.get(itemId)
  const had = currency ? held(document, currency) : BigInt(document.bag[itemId]?.count ?? 0)
  const taken = Number(had < BigInt(count) ? had : BigInt(count))
  if (taken === 0) return 0
  if (currency) setHeld(document, currency, had - BigInt(taken))
  else takeItem(document, itemId, taken)
  return taken
}

export interface TakenBack {
  taken: ItemStack[]
  missing: ItemStack[]
}

/** Takes a gift back as far as the player still has it. */
export function takeGiftBack(document: PlayerDocument, stacks: readonly ItemStack[]): TakenBack {
  const result: TakenBack = { taken: [], missing: [] }
  for (const stack of stacks) {
    const count = takeStack(document, stack)
    if (count > 0) result.taken.push({ itemId: stack.itemId, count })
    if (count < stack.count) result.missing.push({ itemId: stack.itemId, count: stack.count - count })
  }
  return result
}
