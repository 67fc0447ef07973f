import type {
  MailBatchReply,
  MailBatchRequest,
  MailGlobalReply,
  MailGlobalRequest,
  MailRecipient,
  RowResult,
} from '@qd/game-contract'
import type { Language } from '@qd/i18n'
import { equalValues } from '@qd/protocol-model'
import { rowResult } from '../../game/edit/row-fault.ts'
import { GameFailure } from '../../game/game-failure.ts'
import type { Game } from '../../game/game.ts'
import { checkContent } from '../../game/mail/mail-content.ts'
import type { SentMail } from '../../game/mail/mail-store.ts'
import { say } from '../../texts/say.ts'
import { MAX_BATCH } from '../meta.ts'

/** Throws for a mail that was recalled, or is another one under the same name. */
function checkSame(known: SentMail, wanted: SentMail): void {
  if (known.endedAt !== null) throw new GameFailure(2006, say('这封邮件已被撤回'), { field: 'mailId' })
  const isSame =
    known.kind === wanted.kind &&
    known.revision === wanted.revision &&
    equalValues(known.content, wanted.content) &&
    equalValues(known.where, wanted.where) &&
    equalValues(known.exclude, wanted.exclude)
  if (!isSame) throw new GameFailure(2008, say('这个邮件编号已用于另一封邮件'), { field: 'mailId' })
}

/** Keeps one record for everybody; who is online and fits has it at once. */
export function sendGlobalMail(game: Game, input: MailGlobalRequest): MailGlobalReply {
  const { mailId, revision, where, exclude = [], operator, ...content } = input
  checkContent(content, game.clock.gameMs(), '')
  const mail: SentMail = { mailId, kind: 'global', revision, content, where, exclude, endedAt: null }
  const known = game.store.mails.mail(mailId)
  const isNewer = known?.kind === 'global' && known.endedAt === null && known.revision < revision
  if (known !== null && !isNewer) {
    checkSame(known, mail)
    return { accepted: true }
  }
  game.store.mails.keepMail(mail)
  game.mails.reload()
  const { opId, user, reason } = operator
  game.log.write('info', 'mail.global', { opId, user, reason, mailId, revision })
  for (const player of game.players.online()) game.mails.offerGlobals(player, { isLogin: false })
  return { accepted: true }
}

function deliver(
  game: Game,
  mail: SentMail,
  { recipient, index, language }: { recipient: MailRecipient; index: number; language: Language },
): RowResult {
  try {
    // Here a role is its player.
    const player = game.player(recipient.uId ?? recipient.roleId ?? '')
    const delivery = game.mails.give(player, mail, recipient)
    if (delivery === 'full') return rowResult(index, { code: 2007, msg: say('邮箱已满') }, language)
    return { index, status: 0, code: delivery === 'duplicate' ? 2006 : 0, msg: '' }
  } catch (error) {
    if (!(error instanceof GameFailure)) throw error
    return rowResult(index, { code: error.code, msg: error.said }, language)
  }
}

/** Gives a mail to the players named, each once; one who cannot have it does not keep the others from it. */
export function sendMailBatch(game: Game, input: MailBatchRequest, language: Language): MailBatchReply {
  const { mailId, batch, recipients, operator } = input
  if (recipients.length > MAX_BATCH)
    throw new GameFailure(2005, say('一次最多 {limit} 行', { limit: MAX_BATCH }), { field: 'recipients' })
  checkContent(input.mail, game.clock.gameMs(), 'mail.')
  const sent = { mailId, revision: 1, content: input.mail, where: {}, exclude: [], endedAt: null }
  const mail: SentMail = { ...sent, kind: 'list' }
  const known = game.store.mails.mail(mailId)
  if (known === null) game.store.mails.keepMail(mail)
  else checkSame(known, mail)
  const results = recipients.map((recipient, index) => deliver(game, mail, { recipient, index, language }))
  const delivered = results.filter(({ status, code }) => status === 0 && code === 0).length
  const refused = results.filter(({ status }) => status !== 0).length
  const { opId, user, reason } = operator
  const facts = { opId, user, reason, mailId, batch, delivered, refused }
  game.log.write('info', 'mail.batch', { ...facts, duplicates: results.length - delivered - refused })
  return { results }
}
