import type { MailState, MailStatusReply, MailStatusRequest } from '@qd/game-contract'
import { GameFailure } from '../../game/game-failure.ts'
import type { Game } from '../../game/game.ts'
import { stateAt } from '../../game/mail/mail-store.ts'
import { say } from '../../texts/say.ts'

const PAGE = 200

function countsOf(counts: ReadonlyMap<MailState, number>): MailStatusReply['counts'] {
  const of = (state: MailState): number => counts.get(state) ?? 0
  return {
    delivered: of('delivered'),
    read: of('read'),
    claimed: of('claimed'),
    expired: of('expired'),
    recalled: of('recalled'),
  }
}

/** How far a mail is: players by state, and a page of them. */
export function mailStatus(game: Game, input: MailStatusRequest): MailStatusReply {
  const { mailId, uIds, cursor = '', limit = PAGE } = input
  const { mails } = game.store
  if (mails.mail(mailId) === null)
    throw new GameFailure(3002, say('没有邮件 {mail}', { mail: mailId }), { field: 'mailId' })
  const now = game.clock.gameMs()
  const page = mails.page({ mailId, uIds, after: cursor, limit })
  const rows = page.map((row) => {
    const state = stateAt(row, now)
    return { uId: row.uId, state, at: state === row.state ? row.at : row.expireAt }
  })
  const asked = new Map<MailState, number>()
  for (const { state } of rows) asked.set(state, (asked.get(state) ?? 0) + 1)
  const isLast = uIds !== undefined || page.length < limit
  return {
    counts: countsOf(uIds === undefined ? mails.counts(mailId, now) : asked),
    rows,
    cursor: isLast ? '' : (page.at(-1)?.uId ?? ''),
  }
}
