import { AppError } from '@qd/contract-kit'
import { toGameCondition, toGameTime } from '@qd/game-contract'
import type { CatalogueServer, JobRun } from '@qd/server-kit'
import { mailErrors } from '../../contract/index.ts'
import type { MailDraft } from '../../contract/index.ts'
import { contentHash } from '../drafts/content-hash.ts'
import { draftOf, releasedOf } from '../drafts/mail-record.ts'
import type { Released } from '../drafts/mail-record.ts'
import type { MailServer, UseCaseDeps } from '../mail-deps.ts'
import type { MailRow } from '../tables.ts'
import { gameMail } from './game-mail.ts'

/** A mail under way: nothing of it changes any more. */
export interface ReleasedMail {
  row: MailRow
  draft: MailDraft
  released: Released
}

/** The mail as it was released; throws where somebody altered the database since. */
export async function loadReleased(
  { store }: Pick<UseCaseDeps, 'store'>,
  mailId: string,
): Promise<ReleasedMail> {
  const row = await store.read.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst()
  const released = row === undefined ? null : releasedOf(row)
  if (row === undefined || released === null) throw new AppError(mailErrors.mail_not_sent)
  const draft = draftOf(row)
  if (contentHash(draft) !== released.contentHash) throw new AppError(mailErrors.mail_recipients_changed)
  return { row, draft, released }
}

/** Game time minus real time of a server, as it was when this mail first spoke to it: what is sent again is the same. */
async function frozenOffset(
  { store }: UseCaseDeps,
  mailId: string,
  serverKey: string,
  reached: MailServer,
): Promise<number> {
  const find = () =>
    store.read
      .selectFrom('mail_server')
      .select('offset_ms')
      .where('mail_id', '=', mailId)
      .where('server_key', '=', serverKey)
      .executeTakeFirst()
  const kept = await find()
  if (kept !== undefined) return kept.offset_ms
  const { clock } = await reached.meta(reached.target)
  await store.write((tx) =>
    tx
      .insertInto('mail_server')
      .values({ mail_id: mailId, server_key: serverKey, offset_ms: clock.offset })
      .onConflict((conflict) => conflict.columns(['mail_id', 'server_key']).doNothing())
      .execute(),
  )
  return (await find())?.offset_ms ?? clock.offset
}

/** What a server is given of the mail, in its own game time: the same words whenever it is asked. */
export async function wordsFor(
  deps: UseCaseDeps,
  mail: ReleasedMail,
  server: CatalogueServer,
  reached: MailServer,
) {
  const { draft, released, row } = mail
  const clock = { offset: await frozenOffset(deps, row.id, server.key, reached) }
  // Chunks of a mail that an older console began to send go on as they were.
  const own = released.clock === 'real' ? clock : { offset: 0 }
  const content = gameMail(draft, released.languages, {
    sendAt: draft.sendAt === null ? toGameTime(released.at, clock) : toGameTime(draft.sendAt, own),
    expireAt: toGameTime(draft.expireAt ?? 0, own),
  })
  return { content, where: draft.sendType === 3 ? toGameCondition(draft.where, own) : {} }
}

export function operatorOf(run: Pick<JobRun, 'caller' | 'reason' | 'requestId'>) {
  const { caller, reason, requestId } = run
  return { opId: caller.userId, user: caller.username, reason, requestId }
}
