import { say } from '../../texts/say.ts'
import type { Place } from '../../texts/say.ts'
import type { ItemStack } from '../document.ts'
import type { Game } from '../game.ts'
import { GameFailure } from '../game-failure.ts'
import { isGift, giftText } from '../gift.ts'
import { MAIL_LIFETIME, putLetter } from '../mail/mailbox.ts'
import type { Letter } from '../mail/mailbox.ts'
import { changePlayer, field, intParam, saying, textParam } from './command.ts'
import type { Command, CommandCall, PlayerCommand, ServerCommand } from './command.ts'

const LETTER = [
  field('title', '标题', { type: 'string', maxBytes: 120 }),
  field('body', '正文', { type: 'string', maxBytes: 2000, defaultVal: '' }),
  field('attach', '附件', { type: 'array', itemType: 'MailAttach', defaultVal: [] }),
]

function attachOf({ params }: CommandCall): ItemStack[] {
  const rows = (params['attach'] ?? []) as { itemId?: unknown; count?: unknown }[]
  const stacks = rows.map(({ itemId, count }) => ({ itemId: Number(itemId), count: Number(count ?? 1) }))
  const strange = stacks.find(({ itemId }) => !isGift(itemId))
  if (strange)
    throw new GameFailure(2004, say('没有物品 {item}', { item: strange.itemId }), { field: 'attach' })
  return stacks
}

function letterOf(call: CommandCall): Letter {
  const sendAt = call.game.clock.gameSeconds()
  return {
    title: textParam(call, 'title'),
    body: textParam(call, 'body'),
    sender: '系统',
    sendAt,
    expireAt: sendAt + MAIL_LIFETIME,
    isRead: 0,
    isClaimed: 0,
    attach: attachOf(call),
  }
}

const shown = (attach: readonly ItemStack[]): Place =>
  attach.length === 0
    ? say('无附件')
    : attach.map(({ itemId, count }) => say('{item} ×{count}', { item: giftText(itemId), count }))

const sendMail: PlayerCommand = {
  declaration: {
    name: 'sendMail',
    group: '邮件',
    title: '发送邮件',
    comment: '',
    target: 'player',
    risk: 'R2',
    effects: ['items', 'currency'],
    hasDryRun: true,
    parameters: LETTER,
  },
  run: (call, player) => {
    const letter = letterOf(call)
    return changePlayer(call, player, (document) => {
      if (putLetter(document, letter) === null) throw new GameFailure(2007, say('邮箱已满'))
      return [say('发送邮件 {title}，{attach}', { title: letter.title, attach: shown(letter.attach) })]
    })
  },
}

const clearMail: PlayerCommand = {
  declaration: {
    name: 'clearMail',
    group: '邮件',
    title: '清理旧邮件',
    comment: '附件未领取的保留',
    target: 'player',
    risk: 'R2',
    effects: ['destructive'],
    hasDryRun: true,
    parameters: [field('days', '早于天数', { min: 0, max: 365, defaultVal: 7, unit: '天' })],
  },
  run: (call, player) => {
    const before = call.game.clock.gameSeconds() - intParam(call, 'days') * 86_400
    return changePlayer(call, player, ({ mail }) => {
      const old = Object.values(mail).filter(
        ({ sendAt, isClaimed, attach }) => sendAt <= before && (isClaimed === 1 || attach.length === 0),
      )
      for (const { mailId } of old) delete mail[mailId]
      return old.length === 0 ? [] : [say('删除 {count} 封邮件', { count: old.length })]
    })
  },
}

/** Everybody gets the letter who has room for it; returns how many did not. */
function deliverToAll(game: Game, uIds: readonly string[], letter: Letter): number {
  let full = 0
  for (const uId of uIds) {
    const player = game.player(uId)
    const document = structuredClone(player.document)
    if (putLetter(document, letter) !== null) game.replace(player, document)
    else full += 1
  }
  return full
}

const mailEverybody: ServerCommand = {
  declaration: {
    name: 'mailEverybody',
    group: '邮件',
    title: '全服邮件',
    comment: '发给本服每一个玩家',
    target: 'server',
    risk: 'R3',
    effects: ['items', 'currency', 'many'],
    hasDryRun: true,
    parameters: LETTER,
  },
  run: (call) => {
    const { game } = call
    const letter = letterOf(call)
    const uIds = game.store.uIds()
    const said = say('给 {count} 名玩家发送 {title}，{attach}', {
      count: uIds.length,
      title: letter.title,
      attach: shown(letter.attach),
    })
    if (call.isDryRun) return saying(call, said)
    const full = deliverToAll(game, uIds, letter)
    return saying(call, full === 0 ? said : say('{said}；{full} 名玩家邮箱已满', { said, full }))
  },
}

const notice: ServerCommand = {
  declaration: {
    name: 'notice',
    group: '服务器',
    title: '在线公告',
    comment: '在线玩家立即收到公告邮件',
    target: 'server',
    risk: 'R2',
    effects: ['many'],
    hasDryRun: true,
    parameters: LETTER.slice(0, 2),
  },
  run: (call) => {
    const letter = letterOf(call)
    const online = call.game.players.online().map(({ uId }) => uId)
    if (!call.isDryRun) deliverToAll(call.game, online, letter)
    return saying(
      call,
      say('向 {count} 名在线玩家公告 {title}', { count: online.length, title: letter.title }),
    )
  },
}

export const MAIL_COMMANDS: readonly Command[] = [sendMail, clearMail, mailEverybody, notice]
