import { GUILDS } from '../../world/catalogue.ts'
import { GameFailure } from '../game-failure.ts'
import { addToText, isAtLeast } from '../int64.ts'
import type { Action } from './action.ts'
import { idOf, required } from './request.ts'

const GOLD_PER_COIN = 1000n
const MAX_DONATION = 10_000_000n

const guildInfo: Action = (_game, { document: { guild } }) => ({ ...guild })

const joinGuild: Action = (game, player, request) => {
  const target = required(GUILDS.get(idOf(request, 'guildId')), '没有这个公会')
  if (player.document.guild.guildId !== '0') throw new GameFailure(2004, '先退出现在的公会')
  return game.mutate(player, ({ guild, shop }) => {
    Object.assign(guild, { guildId: target.guildId, name: target.name, position: 1 })
    guild.joinAt = game.clock.gameSeconds()
    shop.discount = target.discount
    return { guildId: guild.guildId, discount: shop.discount }
  })
}

/** Leaving clears the shop discount, which only members have. */
const leaveGuild: Action = (game, player) => {
  if (player.document.guild.guildId === '0') throw new GameFailure(2004, '没有公会')
  return game.mutate(player, ({ guild, shop }) => {
    Object.assign(guild, { guildId: '0', name: '', position: 0, joinAt: 0, weekContribution: 0, techs: [] })
    guild.leaveAt = game.clock.gameSeconds()
    shop.discount = 0
    return { discount: shop.discount }
  })
}

const donate: Action = (game, player, request) => {
  const gold = BigInt(idOf(request, 'gold'))
  if (player.document.guild.guildId === '0') throw new GameFailure(2004, '没有公会')
  if (gold < GOLD_PER_COIN || gold > MAX_DONATION) throw new GameFailure(2004, '一次捐 1000 到 10000000 金币')
  if (!isAtLeast(player.document.currency.gold, gold)) throw new GameFailure(2004, '金币不足')
  return game.mutate(player, ({ guild, currency }) => {
    const coins = Number(gold / GOLD_PER_COIN)
    currency.gold = addToText(currency.gold, -gold)
    currency.guildCoin += coins
    guild.contribution += coins
    guild.weekContribution += coins
    return { guildCoin: currency.guildCoin, contribution: guild.contribution }
  })
}

export const GUILD_ACTIONS: readonly [number, Action][] = [
  [1801, guildInfo],
  [1802, joinGuild],
  [1803, leaveGuild],
  [1804, donate],
]
