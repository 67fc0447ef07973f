import { addItem, checkRoom } from '../bag.ts'
import { GameFailure } from '../game-failure.ts'
import type { Action } from './action.ts'
import { idOf, required } from './request.ts'

const mailList: Action = (_game, { document: { mail } }) => ({ mails: Object.values(mail) })

const claimMail: Action = (game, player, request) => {
  const mailId = idOf(request, 'mailId')
  const { isClaimed, attach } = required(player.document.mail[mailId], '没有这封邮件')
  if (isClaimed === 1) throw new GameFailure(2006, '附件已经领过')
  checkRoom(player.document, attach)
  return game.mutate(player, (document) => {
    const mail = required(document.mail[mailId], '没有这封邮件')
    mail.isClaimed = 1
    mail.isRead = 1
    const gain = { at: game.clock.gameSeconds(), source: 'mail' }
    return { mail, items: attach.map((stack) => addItem(document, stack, gain)) }
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
]
