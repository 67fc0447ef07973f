import type { AttachRow, MailRecallReply, MailRecallRequest } from '@qd/game-contract'
import type { Game } from '../../game/game.ts'
import { takeGiftBack } from '../../game/gift.ts'
import { stateAt } from '../../game/mail/mail-store.ts'
import type { LedgerRow } from '../../game/mail/mail-store.ts'
import { attachOf } from '../../game/mail/mails.ts'

const PAGE = 200

/** From now on nobody gets the mail; it is remembered too when it never came. */
function endMail(game: Game, mailId: string): void {
  const { mails } = game.store
  const nothing = { title: '', body: '', sender: '', attach: [], sendAt: 0, expireAt: 1 }
  const never = { mailId, kind: 'list' as const, revision: 1, content: nothing, where: {}, exclude: [] }
  const known = mails.mail(mailId) ?? { ...never, endedAt: null }
  if (known.endedAt === null) mails.keepMail({ ...known, endedAt: game.clock.realMs() })
  game.mails.reload()
}

/** A mail to everybody passes these players by, who have not come for it yet. */
function keepFrom(game: Game, mailId: string, uIds: readonly string[]): void {
  const { mails } = game.store
  if (mails.mail(mailId)?.kind !== 'global') return
  const nothing = { rowId: '', expireAt: 0, claimedAt: null, attach: [], takenBack: null, missing: null }
  for (const uId of uIds.filter((one) => game.owns(one) && mails.row(mailId, one) === null))
    mails.keepRow({ ...nothing, mailId, uId, state: 'recalled', at: game.clock.gameMs() })
}

/** Takes an unclaimed mail out of the mailbox; false: it was not there any more. */
function takeOut(game: Game, row: LedgerRow): boolean {
  const now = game.clock.gameMs()
  const player = game.player(row.uId)
  const isThere = player.document.mail[row.rowId] !== undefined
  const isRecalled = isThere && stateAt(row, now) !== 'expired'
  game.store.mails.keepRow({ ...row, state: isRecalled ? 'recalled' : 'expired', at: now })
  if (!isThere) return false
  const { [row.rowId]: _gone, ...mail } = player.document.mail
  game.replace(player, { ...player.document, mail })
  return isRecalled
}

/** What was claimed, and what of it was taken back now or before. */
function claimedOf(game: Game, row: LedgerRow, takeBack: boolean): MailRecallReply['claimed'][number] {
  const told = (takenBack: readonly AttachRow[], missing: readonly AttachRow[]) => ({
    uId: row.uId,
    claimedAt: row.claimedAt ?? row.at,
    takenBack: [...takenBack],
    missing: [...missing],
  })
  if (!takeBack || row.takenBack !== null) return told(row.takenBack ?? [], row.missing ?? [])
  const player = game.player(row.uId)
  const document = structuredClone(player.document)
  const stacks = row.attach.map(({ number, quantity }) => ({ itemId: number, count: quantity }))
  const back = takeGiftBack(document, stacks)
  const [takenBack, missing] = [attachOf(back.taken), attachOf(back.missing)]
  game.store.mails.keepRow({ ...row, state: 'recalled', at: game.clock.gameMs(), takenBack, missing })
  game.replace(player, document)
  return told(takenBack, missing)
}

/** Takes a mail away from who has not claimed it, and tells who has; one page of players. */
export function recallMail(game: Game, input: MailRecallRequest): MailRecallReply {
  const { mailId, uIds, cursor = '', limit = PAGE, takeBack, operator } = input
  if (uIds !== undefined) keepFrom(game, mailId, uIds)
  else if (cursor === '') endMail(game, mailId)
  const rows = game.store.mails.page({ mailId, uIds, after: cursor, limit })
  const claimed: MailRecallReply['claimed'] = []
  let removed = 0
  for (const row of rows) {
    if (row.claimedAt !== null) claimed.push(claimedOf(game, row, takeBack))
    else if ((row.state === 'delivered' || row.state === 'read') && takeOut(game, row)) removed += 1
  }
  const { opId, user, reason } = operator
  const facts = { opId, user, reason, mailId, takeBack, removed, claimed: claimed.length }
  game.log.write('info', 'mail.recalled', facts)
  const isLast = uIds !== undefined || rows.length < limit
  return { removed, claimed, cursor: isLast ? '' : (rows.at(-1)?.uId ?? '') }
}
