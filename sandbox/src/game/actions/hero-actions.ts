import { ITEMS } from '../../world/catalogue.ts'
import { addItem, checkPieces, checkRoom, takeItem } from '../bag.ts'
import { GameFailure } from '../game-failure.ts'
import { heroPower, refreshPower } from '../hero-power.ts'
import { addToText, isAtLeast } from '../int64.ts'
import type { Action } from './action.ts'
import { intOf, required } from './request.ts'

const HERO_ID = { min: 1, max: 99_999 }
const GOLD_PER_LEVEL = 100
const WEARABLE = new Set(['weapon', 'armor', 'accessory', 'tool'])

const heroList: Action = (_game, { document: { hero } }) => ({ heroes: Object.values(hero) })

const upgradeHero: Action = (game, player, request) => {
  const heroId = intOf(request, 'heroId', HERO_ID)
  const { role, currency, hero: heroes } = player.document
  const { level } = required(heroes[heroId], '没有这个英雄')
  if (level >= role.level) throw new GameFailure(2004, '英雄等级不能超过角色等级')
  const cost = level * GOLD_PER_LEVEL
  if (!isAtLeast(currency.gold, cost)) throw new GameFailure(2004, '金币不足')
  return game.mutate(player, (document) => {
    const hero = required(document.hero[heroId], '没有这个英雄')
    hero.level += 1
    hero.stats.attack += 8
    hero.stats.defence += 6
    hero.power = heroPower(hero)
    document.currency.gold = addToText(document.currency.gold, -cost)
    refreshPower(document)
    return { hero, gold: document.currency.gold }
  })
}

/** The piece comes out of the bag; what was worn in the slot goes back into it. */
const equipHero: Action = (game, player, request) => {
  const heroId = intOf(request, 'heroId', HERO_ID)
  const slot = intOf(request, 'slot', { min: 1, max: 4 })
  const itemId = intOf(request, 'itemId', { min: 1, max: 99_999 })
  if (!WEARABLE.has(ITEMS.get(itemId)?.type ?? '')) throw new GameFailure(2004, '这种物品不能装备')
  const worn = required(player.document.hero[heroId], '没有这个英雄').equips.find((row) => row.slot === slot)
  checkPieces(player.document, itemId, 1)
  if (worn) checkRoom(player.document, [{ itemId: worn.itemId, count: 1 }])
  return game.mutate(player, (document) => {
    const hero = required(document.hero[heroId], '没有这个英雄')
    takeItem(document, itemId, 1)
    const gain = { at: game.clock.gameSeconds(), source: 'seed' }
    if (worn) addItem(document, { itemId: worn.itemId, count: 1 }, gain)
    hero.equips = [...hero.equips.filter((row) => row.slot !== slot), { slot, itemId, enhance: 0 }]
    hero.power = heroPower(hero)
    refreshPower(document)
    return { hero }
  })
}

export const HERO_ACTIONS: readonly [number, Action][] = [
  [1501, heroList],
  [1502, upgradeHero],
  [1503, equipHero],
]
