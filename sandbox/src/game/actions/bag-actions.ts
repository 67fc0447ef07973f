import { ITEMS } from '../../world/catalogue.ts'
import { checkPieces, takeItem } from '../bag.ts'
import type { PlayerDocument } from '../document.ts'
import { GameFailure } from '../game-failure.ts'
import { gainExp } from '../gain-exp.ts'
import { addToText } from '../int64.ts'
import type { Action } from './action.ts'
import { intOf, required } from './request.ts'

const COUNT = { min: 1, max: 9999 }
const ITEM_ID = { min: 1, max: 99_999 }
const MAX_STAMINA = 200

const bagList: Action = (_game, { document: { bag } }) => ({ items: Object.values(bag) })

/** What using a kind of item does; a kind that is not here cannot be used. */
const EFFECTS: Readonly<Record<string, (document: PlayerDocument, count: number) => string>> = {
  food: ({ role }, count) => {
    role.stamina = Math.min(MAX_STAMINA, role.stamina + 10 * count)
    return `体力恢复到 ${role.stamina}`
  },
  relic: (document, count) => {
    gainExp(document, 500 * count)
    return `经验增加 ${500 * count}`
  },
  ticket: ({ currency }, count) => {
    currency.ticket = Math.min(999, currency.ticket + count)
    return `船票增加到 ${currency.ticket}`
  },
  chest: ({ currency }, count) => {
    currency.gold = addToText(currency.gold, 2000 * count)
    return `得到金币 ${2000 * count}`
  },
}

const useItem: Action = (game, player, request) => {
  const itemId = intOf(request, 'itemId', ITEM_ID)
  const count = intOf(request, 'count', COUNT)
  const effect = EFFECTS[ITEMS.get(itemId)?.type ?? '']
  if (!effect) throw new GameFailure(2004, '这种物品不能使用')
  checkPieces(player.document, itemId, count)
  return game.mutate(player, (document) => ({
    left: takeItem(document, itemId, count),
    effect: effect(document, count),
  }))
}

const sellItem: Action = (game, player, request) => {
  const itemId = intOf(request, 'itemId', ITEM_ID)
  const count = intOf(request, 'count', COUNT)
  const item = required(ITEMS.get(itemId), '没有这种物品')
  checkPieces(player.document, itemId, count)
  if (player.document.bag[itemId]?.bind === 1) throw new GameFailure(2004, '绑定物品不能出售')
  return game.mutate(player, (document) => {
    const left = takeItem(document, itemId, count)
    document.currency.gold = addToText(document.currency.gold, item.price * count)
    return { left, gold: document.currency.gold }
  })
}

export const BAG_ACTIONS: readonly [number, Action][] = [
  [1401, bagList],
  [1402, useItem],
  [1403, sellItem],
]
