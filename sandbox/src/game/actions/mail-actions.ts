import { GameFailure } from '../game-failure.ts'
import { checkGiftRoom, giveGift } from '../gift.ts'
import type { Action } from './action.ts'
import { idOf, required } from './request.ts'

const mailList: Action = (_game, { document: { mail } }) => ({ mails: Object.values(mail) })

const readMail: Action = (game, player, request) => {
  const mailId = idOf(request, 'mailId')
  const { body, attach, isRead } = required(player.document.mail[mailId], '没有这封邮件')
  return game.store.transaction(() => {
    if (isRead === 0) {
      game.mutate(player, (document) => {
        document.mail[mailId]!.isRead = 1
      })
    }
    const mail = player.document.mail[mailId]!
    game.mails.note(player, mail, 'read')
    return { mail, body, attach }
  })
}

const claimMail: Action = (game, player, request) => {
  const mailId = idOf(request, 'mailId')
  const { isClaimed, attach, expireAt } = required(player.document.mail[mailId], '没有这封邮件')
  if (isClaimed === 1) throw new GameFailure(2006, '附件已经领过')
  const at = game.clock.gameSeconds()
  if (expireAt < at) throw new GameFailure(2004, '邮件已过期')
  checkGiftRoom(player.document, attach)
  // What was given and that it was given reach the file together.
  return game.store.transaction(() => {
    const claimed = game.mutate(player, (document) => {
      const mail = document.mail[mailId]!
      mail.isClaimed = 1
      mail.isRead = 1
      return { mail, items: giveGift(document, attach, { at, source: 'mail' }) }
    })
    game.mails.note(player, claimed.mail, 'claimed')
    return claimed
  })
}

const deleteMail: Action = (game, player, request) => {
  const mailId = idOf(request, 'mailId')
  const { isClaimed, attach } = required(player.document.mail[mailId], '没有这封邮件')
  if (isClaimed === 0 && attach.length > 0) throw new GameFailure(2004, '附件还没有领')
  return game.mutate(player, ({ mail }) => {
    delete mail[mailId]
    return { left: Object.keys(mail).length }
  })
}

export const MAIL_ACTIONS: readonly [number, Action][] = [
  [1701, mailList],
  [1702, claimMail],
  [1703, deleteMail],
  [1704, readMail],
]
