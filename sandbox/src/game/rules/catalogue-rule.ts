import { GOODS, GUILDS, HEROES, QUESTS } from '../../world/catalogue.ts'
import { say } from '../../texts/say.ts'
import type { RowRule } from './rule-types.ts'

const FIXED_ROLE_FIELDS = new Set<string | number>(['uId', 'account', 'bornServer'])

/** Who a player is cannot be edited; another player would stand behind the same row. */
export const identityRule: RowRule = ({ change }) =>
  change.diff === 'RoleInfo' && FIXED_ROLE_FIELDS.has(change.path[0] ?? '')
    ? { code: 2004, msg: say('{field} 不能改', { field: String(change.path[0]) }) }
    : null

/** Rows of heroes, quests and goods exist in the catalogue and keep the catalogue's terms. */
export const catalogueRule: RowRule = ({ after, change }) => {
  const key = change.key ?? ''
  if (change.diff === 'GuildInfo') {
    const { guildId } = after.guild
    if (guildId === '0' || GUILDS.has(guildId)) return null
    return { code: 2004, msg: say('没有公会 {key}', { key: guildId }) }
  }
  if (change.diff === 'HeroInfo' && after.hero[key] && !HEROES.has(Number(key))) {
    return { code: 2004, msg: say('没有英雄 {key}', { key }) }
  }
  const quest = change.diff === 'QuestInfo' ? after.quest[key] : undefined
  if (quest && QUESTS.get(quest.questId)?.needLevel !== quest.needLevel) {
    const isKnown = QUESTS.has(quest.questId)
    return { code: 2004, msg: isKnown ? say('等级要求与任务表不同') : say('没有任务 {key}', { key }) }
  }
  const row = change.diff === 'ShopGoods' ? after.shopGoods[key] : undefined
  const goods = row && GOODS.get(row.goodsId)
  if (!row) return null
  const isSame = goods?.itemId === row.itemId && goods.pack === row.pack && goods.price === row.price
  if (isSame) return null
  return { code: 2004, msg: goods ? say('物品、份量与单价由商品表决定') : say('没有商品 {key}', { key }) }
}
