import { createHash } from 'node:crypto'
import goods from '../../world/goods.json' with { type: 'json' }
import guilds from '../../world/guilds.json' with { type: 'json' }
import heroes from '../../world/heroes.json' with { type: 'json' }
import items from '../../world/items.json' with { type: 'json' }
import limits from '../../world/limits.json' with { type: 'json' }
import quests from '../../world/quests.json' with { type: 'json' }
import { localText } from '../texts/dictionaries.ts'
import type { LocalText } from '@qd/i18n'

export interface CatalogueItem {
  number: number
  name: string
  type: string
  quality: number
  /** Gold for one when sold. */
  price: number
}

export interface CatalogueQuest {
  questId: number
  name: string
  needLevel: number
  target: number
  rewards: { itemId: number; count: number }[]
}

export interface CatalogueGoods {
  goodsId: number
  itemId: number
  /** Pieces that go into the bag for one purchase. */
  pack: number
  /** Diamonds for one purchase, before discount. */
  price: number
}

export interface CatalogueGuild {
  guildId: string
  name: string
  /** Shop discount of its members in percent. */
  discount: number
}

export const ITEMS: ReadonlyMap<number, CatalogueItem> = new Map(items.map((row) => [row.number, row]))
export const LIMITS: ReadonlyMap<number, number> = new Map(limits.map((row) => [row.number, row.quantity]))
export const HEROES: ReadonlyMap<number, string> = new Map(heroes.map((row) => [row.heroId, row.name]))
export const QUESTS: ReadonlyMap<number, CatalogueQuest> = new Map(quests.map((row) => [row.questId, row]))
export const GOODS: ReadonlyMap<number, CatalogueGoods> = new Map(goods.map((row) => [row.goodsId, row]))
export const GUILDS: ReadonlyMap<string, CatalogueGuild> = new Map(guilds.map((row) => [row.guildId, row]))

export const ITEM_TYPE_NAMES: Readonly<Record<string, string>> = {
  tool: '工具',
  material: '材料',
  fragment: '碎片',
  relic: '遗物',
  food: '食物',
  ticket: '票券',
  weapon: '武器',
  accessory: '饰品',
  armor: '衣甲',
  chest: '宝匣',
  currency: '货币',
}

export const QUALITY_NAMES: readonly string[] = ['', '普通', '优秀', '稀有', '史诗', '传说']

/** The name people read for an item; its number when the catalogue has none. */
export function itemName(itemId: number): string {
  return ITEMS.get(itemId)?.name ?? `#${itemId}`
}

/** The same in each language. */
export function itemText(itemId: number): LocalText {
  return localText('items', itemName(itemId))
}

export function questText(questId: number): LocalText {
  return localText('quests', QUESTS.get(questId)?.name ?? String(questId))
}

/** Fingerprint of the whole catalogue, as the server card shows it. */
export const CATALOGUE_MD5 = createHash('md5')
  .update(JSON.stringify([items, limits, heroes, quests, goods, guilds]))
  .digest('hex')
