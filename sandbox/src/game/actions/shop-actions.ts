import { GOODS } from '../../world/catalogue.ts'
import { addItem, checkRoom } from '../bag.ts'
import { GameFailure } from '../game-failure.ts'
import { addToText } from '../int64.ts'
import { discountedPrice } from '../rules/purchase-rule.ts'
import type { Action } from './action.ts'
import { intOf, required } from './request.ts'

const shopList: Action = (_game, { document: { shop, shopGoods } }) => ({
  discount: shop.discount,
  goods: Object.values(shopGoods).map((row) => ({
    ...row,
    price: discountedPrice(row.price, shop.discount),
  })),
})

/** A purchase lowers the diamonds, fills the bag and writes both into the shop's books. */
const buy: Action = (game, player, request) => {
  const goodsId = intOf(request, 'goodsId', { min: 1, max: 9999 })
  const count = intOf(request, 'count', { min: 1, max: 99 })
  const goods = required(GOODS.get(goodsId), '没有这个商品')
  const cost = discountedPrice(goods.price, player.document.shop.discount) * count
  const stack = { itemId: goods.itemId, count: goods.pack * count }
  if (player.document.currency.diamond < cost) throw new GameFailure(2004, '钻石不足')
  checkRoom(player.document, [stack])
  return game.mutate(player, (document) => {
    const at = game.clock.gameSeconds()
    const old = document.shopGoods[goodsId] ?? { ...goods, bought: 0, paid: 0, lastBuyAt: 0 }
    document.shopGoods[goodsId] = {
      ...old,
      bought: old.bought + count,
      paid: old.paid + cost,
      lastBuyAt: at,
    }
    document.shop.spent = addToText(document.shop.spent, cost)
    document.currency.diamond -= cost
    return { diamond: document.currency.diamond, item: addItem(document, stack, { at, source: 'shop' }) }
  })
}

export const SHOP_ACTIONS: readonly [number, Action][] = [
  [1901, shopList],
  [1902, buy],
]
