import { ITEMS, QUESTS, itemName } from '../../world/catalogue.ts'
import { addItem, checkRoom } from '../bag.ts'
import { checkName } from '../check-name.ts'
import type { PlayerDocument } from '../document.ts'
import { GameFailure } from '../game-failure.ts'
import { heroPower, refreshPower } from '../hero-power.ts'
import { addToText } from '../int64.ts'
import { newDocument } from '../seed/new-document.ts'
import { changePlayer, field, intParam, textParam } from './command.ts'
import type { PlayerCommand } from './command.ts'

const DAILY_TICKETS = 5
const GOLD_MAX = 2n ** 63n - 1n

const addItemCommand: PlayerCommand = {
  declaration: {
    name: 'addItem',
    group: '道具与货币',
    title: { cn: '发放道具', en: 'Give an item' },
    comment: { cn: '放进背包，超过上限时拒绝', en: 'Into the bag; refused above the upper limit' },
    target: 'player',
    risk: 'R2',
    hasDryRun: true,
    parameters: [
      field('itemId', '道具', { dataProvider: 'gameProp' }),
      field('count', '数量', { min: 1, max: 9999, defaultVal: 1 }),
    ],
  },
  run: (call, player) => {
    const stack = { itemId: intParam(call, 'itemId'), count: intParam(call, 'count') }
    if (!ITEMS.has(stack.itemId)) throw new GameFailure(2004, `没有物品 ${stack.itemId}`, { field: 'itemId' })
    checkRoom(player.document, [stack])
    return changePlayer(call, player, (document) => {
      const { count } = addItem(document, stack, { at: call.game.clock.gameSeconds(), source: 'gm' })
      return [`增加 ${itemName(stack.itemId)} ×${stack.count}，共 ${count}`]
    })
  },
}

const addGold: PlayerCommand = {
  declaration: {
    name: 'addGold',
    group: '道具与货币',
    title: { cn: '增减金币', en: 'Add or take gold' },
    comment: { cn: '负数为扣除，不会低于 0', en: 'Negative takes away, never below 0' },
    target: 'player',
    risk: 'R3',
    hasDryRun: true,
    parameters: [
      field('amount', '金币', { min: '-9223372036854775807', max: '9223372036854775807', defaultVal: '0' }),
    ],
  },
  run: (call, player) => {
    const amount = BigInt(textParam(call, 'amount'))
    return changePlayer(call, player, ({ currency }) => {
      const after = BigInt(addToText(currency.gold, amount))
      if (after > GOLD_MAX) throw new GameFailure(2005, '金币超过上限', { field: 'amount' })
      const before = currency.gold
      currency.gold = (after < 0n ? 0n : after).toString()
      return before === currency.gold ? [] : [`金币从 ${before} 变为 ${currency.gold}`]
    })
  },
}

function finishQuests(document: PlayerDocument, upTo: number, at: number): string[] {
  const open = [...QUESTS.values()].filter(
    ({ questId, needLevel }) =>
      questId <= upTo && needLevel <= document.role.level && document.quest[questId]?.state !== 3,
  )
  for (const quest of open) {
    const old = document.quest[quest.questId]
    const rewards = quest.rewards.map((reward) => ({ ...reward }))
    const acceptAt = old?.acceptAt ?? at
    const done = { state: 3, progress: quest.target, acceptAt, finishAt: at }
    document.quest[quest.questId] = { ...quest, rewards, ...done }
  }
  return open.map(({ name }) => `完成任务 ${name}`)
}

const finishMainQuests: PlayerCommand = {
  declaration: {
    name: 'finishMainQuests',
    group: '任务',
    title: { cn: '完成主线任务', en: 'Finish main quests' },
    comment: {
      cn: '完成到指定编号为止、等级已够的任务，不发奖励',
      en: 'Those up to a number whose level is reached; no rewards',
    },
    target: 'player',
    risk: 'R2',
    hasDryRun: true,
    parameters: [field('upTo', '到任务编号', { min: 2001, max: 2096 })],
  },
  run: (call, player) => {
    const at = call.game.clock.gameSeconds()
    return changePlayer(call, player, (document) => finishQuests(document, intParam(call, 'upTo'), at))
  },
}

const resetDaily: PlayerCommand = {
  declaration: {
    name: 'resetDaily',
    group: '任务',
    title: { cn: '重置每日次数', en: 'Reset daily counters' },
    comment: { cn: '竞技场次数、船票与商店刷新', en: 'Arena tickets, ship tickets and shop refreshes' },
    target: 'player',
    risk: 'R2',
    hasDryRun: true,
    parameters: [],
  },
  run: (call, player) =>
    changePlayer(call, player, ({ arena, currency, shop }) => {
      const said: string[] = []
      if (arena.tickets < DAILY_TICKETS) said.push(`竞技场次数 ${arena.tickets} → ${DAILY_TICKETS}`)
      if (currency.ticket < DAILY_TICKETS) said.push(`船票 ${currency.ticket} → ${DAILY_TICKETS}`)
      if (shop.refreshCount > 0) said.push(`商店刷新 ${shop.refreshCount} → 0`)
      arena.tickets = Math.max(arena.tickets, DAILY_TICKETS)
      currency.ticket = Math.max(currency.ticket, DAILY_TICKETS)
      shop.refreshCount = 0
      return said
    }),
}

const levelHero: PlayerCommand = {
  declaration: {
    name: 'levelHero',
    group: '成长',
    title: { cn: '提升英雄等级', en: 'Level a hero' },
    comment: { cn: '不能高于角色等级', en: 'Not above the level of the role' },
    target: 'player',
    risk: 'R2',
    hasDryRun: true,
    parameters: [
      field('heroId', '英雄', { dataProvider: 'HeroInfo', min: 1, max: 99_999 }),
      field('level', '等级', { min: 1, max: 100 }),
    ],
  },
  run: (call, player) => {
    const [heroId, level] = [intParam(call, 'heroId'), intParam(call, 'level')]
    if (!player.document.hero[heroId]) throw new GameFailure(2004, '没有这个英雄', { field: 'heroId' })
    if (level > player.document.role.level) {
      throw new GameFailure(2004, '英雄等级不能超过角色等级', { field: 'level' })
    }
    return changePlayer(call, player, (document) => {
      const hero = document.hero[heroId]
      if (!hero || hero.level === level) return []
      const said = `${hero.name} 等级 ${hero.level} → ${level}`
      hero.stats.attack += (level - hero.level) * 8
      hero.stats.defence += (level - hero.level) * 6
      hero.level = level
      hero.power = heroPower(hero)
      refreshPower(document)
      return [said]
    })
  },
}

const repairShip: PlayerCommand = {
  declaration: {
    name: 'repairShip',
    group: '成长',
    title: { cn: '修好船只', en: 'Repair the ship' },
    comment: '',
    target: 'player',
    risk: 'R1',
    hasDryRun: true,
    parameters: [],
  },
  run: (call, player) =>
    changePlayer(call, player, ({ ship }) => {
      if (ship.hull >= ship.hullMax) return []
      const said = `${ship.name} 耐久 ${ship.hull} → ${ship.hullMax}`
      ship.hull = ship.hullMax
      return [said]
    }),
}

const renamePlayer: PlayerCommand = {
  declaration: {
    name: 'renamePlayer',
    group: '角色',
    title: { cn: '改名', en: 'Rename' },
    comment: { cn: '昵称全服唯一', en: 'Names are unique on a server' },
    target: 'player',
    risk: 'R2',
    hasDryRun: true,
    parameters: [field('name', '新昵称', { type: 'string', maxBytes: 48 })],
  },
  run: (call, player) => {
    const name = textParam(call, 'name')
    const { game } = call
    checkName(game.definitions.protocol, name)
    game.players.flush()
    const taken = game.store.playersByName(name, true, 2).some(({ uId }) => uId !== player.uId)
    if (taken) throw new GameFailure(2006, `昵称 ${name} 已被使用`, { field: 'name' })
    return changePlayer(call, player, ({ role }) => {
      const before = role.name
      role.name = name
      return before === name ? [] : [`昵称从 ${before} 改为 ${name}`]
    })
  },
}

const resetPlayer: PlayerCommand = {
  declaration: {
    name: 'resetPlayer',
    group: '角色',
    title: { cn: '重置角色', en: 'Reset the player' },
    comment: { cn: '回到刚创建的样子，无法撤销', en: 'Back to how a new player starts; cannot be undone' },
    target: 'player',
    risk: 'R4',
    hasDryRun: true,
    parameters: [],
  },
  run: (call, player) => {
    const { game } = call
    game.players.flush()
    const stored = game.store.player(player.uId)
    if (stored === null) throw new GameFailure(2001, `没有玩家 ${player.uId}`)
    const place = { platform: game.platform, sId: game.sId, seededAt: game.clock.gameSeconds() }
    const fresh = newDocument(stored, place)
    return changePlayer(call, player, (document) => {
      const { level, name } = document.role
      Object.assign(document, fresh)
      return [`${name} 从 ${level} 级回到 1 级，道具、英雄与任务清空`]
    })
  },
}

export const PLAYER_COMMANDS: readonly PlayerCommand[] = [
  finishMainQuests,
  resetDaily,
  addItemCommand,
  addGold,
  levelHero,
  repairShip,
  renamePlayer,
  resetPlayer,
]
