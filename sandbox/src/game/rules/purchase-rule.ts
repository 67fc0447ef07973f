import type { Change } from '@qd/protocol-model'
import { say } from '../../texts/say.ts'
import type { Said } from '../../texts/say.ts'
import { itemText } from '../../world/catalogue.ts'
import type { GoodsRow, PlayerDocument } from '../document.ts'
import { sumOf } from '../int64.ts'
import type { RuleViolation, SetFacts, SetRule } from './rule-types.ts'
import { violation } from './rule-types.ts'

/** The deepest discount there is, in percent. */
const MAX_DISCOUNT = 30

/** What one purchase costs, in diamonds. */
export function discountedPrice(price: number, discount: number): number {
  return Math.ceil((price * (100 - discount)) / 100)
}

function priceFault(row: GoodsRow): Said | null {
  const most = row.price * row.bought
  const least = discountedPrice(row.price, MAX_DISCOUNT) * row.bought
  const { goodsId: goods, bought, paid } = row
  return paid >= least && paid <= most
    ? null
    : say('商品 {goods} 买 {bought} 份应付 {least} 到 {most} 钻石，现在是 {paid}', {
        goods,
        bought,
        least,
        most,
        paid,
      })
}

/** Pieces by item that the changed purchase counters say came into the bag (or left it, below 0). */
function boughtPieces(before: PlayerDocument, after: PlayerDocument): Map<number, number> {
  const pieces = new Map<number, number>()
  const rows = [...Object.values(before.shopGoods), ...Object.values(after.shopGoods)]
  for (const { goodsId, itemId, pack } of new Map(rows.map((row) => [row.goodsId, row])).values()) {
    const delta = (after.shopGoods[goodsId]?.bought ?? 0) - (before.shopGoods[goodsId]?.bought ?? 0)
    if (delta !== 0) pieces.set(itemId, (pieces.get(itemId) ?? 0) + delta * pack)
  }
  return pieces
}

function paidOf(document: PlayerDocument): string {
  return sumOf(Object.values(document.shopGoods).map((row) => row.paid))
}

function ledgerFault({ before, after }: SetFacts, pieces: Map<number, number>): Said | null {
  const wrongPrice = Object.values(after.shopGoods)
    .map(priceFault)
    .find((fault) => fault !== null)
  if (wrongPrice) return wrongPrice
  const paid = paidOf(after)
  if (paid !== after.shop.spent) {
    return say('累计消费应等于商品已付之和 {paid}，现在是 {spent}', { paid, spent: after.shop.spent })
  }
  const spent = BigInt(after.shop.spent) - BigInt(before.shop.spent)
  const diamonds = BigInt(after.currency.diamond - before.currency.diamond)
  if (diamonds !== -spent) {
    const wanted = -spent
    return say('消费变化 {spent}，钻石应变化 {wanted}，现在变化 {diamonds}', { spent, wanted, diamonds })
  }
  for (const [itemId, count] of pieces) {
    const gained = (after.bag[itemId]?.count ?? 0) - (before.bag[itemId]?.count ?? 0)
    if (gained !== count) {
      return say('购买使 {item} 变化 {count}，背包却变化 {gained}', { item: itemText(itemId), count, gained })
    }
  }
  return null
}

function ties(pieces: Map<number, number>): (change: Change) => boolean {
  return ({ diff, key, path }) =>
    diff === 'ShopGoods' ||
    (diff === 'ShopState' && path[0] === 'spent') ||
    (diff === 'CurrencyInfo' && path[0] === 'diamond') ||
    (diff === 'BagItem' && pieces.has(Number(key)))
}

/**
 * A purchase lowers the currency and fills the bag. As soon as a counter of purchases, what was paid or the
 * total spent changes, all four books must agree: each row within its prices, the total equal to the sum of the
 * rows, diamonds lower by what was spent, the bag fuller by what was bought. Lower counters are a refund.
 */
export const purchaseRule: SetRule = (facts): RuleViolation[] => {
  const { before, after, accepted } = facts
  const pieces = boughtPieces(before, after)
  const isTouched =
    pieces.size > 0 || paidOf(before) !== paidOf(after) || before.shop.spent !== after.shop.spent
  if (!isTouched) return []
  const fault = ledgerFault(facts, pieces)
  return fault === null ? [] : violation(accepted, fault, ties(pieces))
}
