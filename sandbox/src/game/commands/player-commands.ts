import { ITEMS, QUESTS, itemText, questText } from '../../world/catalogue.ts'
import { localText } from '../../texts/dictionaries.ts'
import { say } from '../../texts/say.ts'
import type { Said } from '../../texts/say.ts'
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
    title: '发放道具',
    comment: '放进背包，超过上限时拒绝',
    target: 'player',
    risk: 'R2',
    effects: ['items', 'currency'],
    hasDryRun: true,
    parameters: [
      field('itemId', '道具', { dataProvider: 'gameProp' }),
      field('count', '数量', { min: 1, max: 9999, defaultVal: 1 }),
    ],
  },
  run: (call, player) => {
    const stack = { itemId: intParam(call, 'itemId'), count: intParam(call, 'count') }
    if (!ITEMS.has(stack.itemId))
      throw new GameFailure(2004, say('没有物品 {item}', { item: stack.itemId }), { field: 'itemId' })
    checkRoom(player.document, [stack])
    return changePlayer(call, player, (document) => {
      const { count: total } = addItem(document, stack, { at: call.game.clock.gameSeconds(), source: 'gm' })
      const item = itemText(stack.itemId)
      return [say('增加 {item} ×{count}，共 {total}', { item, count: stack.count, total })]
    })
  },
}

const addGold: PlayerCommand = {
  declaration: {
    name: 'addGold',
    group: '道具与货币',
    title: '增减金币',
    comment: '负数为扣除，不会低于 0',
    target: 'player',
    risk: 'R3',
    effects: ['currency'],
    hasDryRun: true,
    parameters: [
      field('amount', '金币', { min: '-9223372036854775807', max: '9223372036854775807', defaultVal: '0' }),
    ],
  },
  run: (call, player) => {
    const amount = BigInt(textParam(call, 'amount'))
    return changePlayer(call, player, ({ currency }) => {
      const after = BigInt(addToText(currency.gold, amount))
      if (after > GOLD_MAX) throw new GameFailure(2005, say('金币超过上限'), { field: 'amount' })
      const before = currency.gold
      currency.gold = (after < 0n ? 0n : after).toString()
      return before === currency.gold
        ? []
        : [say('金币从 {before} 变为 {after}', { before, after: currency.gold })]
    })
  },
}

function finishQuests(document: PlayerDocument, upTo: number, at: number): Said[] {
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
  return open.map(({ questId }) => say('完成任务 {quest}', { quest: questText(questId) }))
}

const finishMainQuests: PlayerCommand = {
  declaration: {
    name: 'finishMainQuests',
    group: '任务',
    title: '完成主线任务',
    comment: '完成到指定编号为止、等级已够的任务，不发奖励',
    target: 'player',
    risk: 'R2',
    effects: ['none'],
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
    title: '重置每日次数',
    comment: '竞技场次数、船票与商店刷新',
    target: 'player',
    risk: 'R2',
    effects: ['none'],
    hasDryRun: true,
    parameters: [],
  },
  run: (call, player) =>
    changePlayer(call, player, ({ arena, currency, shop }) => {
      const said: Said[] = []
      const to = DAILY_TICKETS
      if (arena.tickets < DAILY_TICKETS)
        said.push(say('竞技场次数 {from} → {to}', { from: arena.tickets, to }))
      if (currency.ticket < DAILY_TICKETS) said.push(say('船票 {from} → {to}', { from: currency.ticket, to }))
      if (shop.refreshCount > 0) said.push(say('商店刷新 {from} → {to}', { from: shop.refreshCount, to: 0 }))
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
    title: '提升英雄等级',
    comment: '不能高于角色等级',
    target: 'player',
    risk: 'R2',
    effects: ['none'],
    hasDryRun: true,
    parameters: [
      field('heroId', '英雄', { dataProvider: 'HeroInfo', min: 1, max: 99_999 }),
      field('level', '等级', { min: 1, max: 100 }),
    ],
  },
  run: (call, player) => {
    const [heroId, level] = [intParam(call, 'heroId'), intParam(call, 'level')]
    if (!player.document.hero[heroId]) throw new GameFailure(2004, say('没有这个英雄'), { field: 'heroId' })
    if (level > player.document.role.level) {
      throw new GameFailure(2004, say('英雄等级不能超过角色等级'), { field: 'level' })
    }
    return changePlayer(call, player, (document) => {
      const hero = document.hero[heroId]
      if (!hero || hero.level === level) return []
      const from = hero.level
      const said = say('{hero} 等级 {from} → {to}', { hero: localText('heroes', hero.name), from, to: level })
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
    title: '修好船只',
    comment: '',
    target: 'player',
    risk: 'R1',
    effects: ['none'],
    hasDryRun: true,
    parameters: [],
  },
  run: (call, player) =>
    changePlayer(call, player, ({ ship }) => {
      if (ship.hull >= ship.hullMax) return []
      const said = say('{ship} 耐久 {from} → {to}', { ship: ship.name, from: ship.hull, to: ship.hullMax })
      ship.hull = ship.hullMax
      return [said]
    }),
}

const renamePlayer: PlayerCommand = {
  declaration: {
    name: 'renamePlayer',
    group: '角色',
    title: '改名',
    comment: '昵称全服唯一',
    target: 'player',
    risk: 'R2',
    effects: ['none'],
    hasDryRun: true,
    parameters: [field('name', '新昵称', { type: 'string', maxBytes: 48 })],
  },
  run: (call, player) => {
    const name = textParam(call, 'name')
    const { game } = call
    checkName(game.definitions.protocol, name)
    game.players.flush()
    const taken = game.store.playersByName(name, true, 2).some(({ uId }) => uId !== player.uId)
    if (taken) throw new GameFailure(2006, say('昵称 {name} 已被使用', { name }), { field: 'name' })
    return changePlayer(call, player, ({ role }) => {
      const before = role.name
      role.name = name
      return before === name ? [] : [say('昵称从 {before} 改为 {after}', { before, after: name })]
    })
  },
}

const resetPlayer: PlayerCommand = {
  declaration: {
    name: 'resetPlayer',
    group: '角色',
    title: '重置角色',
    comment: '回到刚创建的样子，无法撤销',
    target: 'player',
    risk: 'R4',
    effects: ['destructive'],
    hasDryRun: true,
    parameters: [],
  },
  run: (call, player) => {
    const { game } = call
    game.players.flush()
    const stored = game.store.player(player.uId)
    if (stored === null) throw new GameFailure(2001, say('没有玩家 {uId}', { uId: player.uId }))
    const place = { platform: game.platform, sId: game.sId, seededAt: game.clock.gameSeconds() }
    const fresh = newDocument(stored, place)
    return changePlayer(call, player, (document) => {
      const { level, name } = document.role
      Object.assign(document, fresh)
      return [say('{name} 从 {level} 级回到 1 级，道具、英雄与任务清空', { name, level })]
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
