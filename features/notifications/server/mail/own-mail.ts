import { randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { notificationErrors } from '../../contract/index.ts'
import type { NotificationTables } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import type { Mailer } from './create-mailer.ts'
import { mailFault } from './mail-fault.ts'
import { messageIdOf, wasNeverSent } from './mail-way.ts'

const CODE_MS = 15 * 60_000
const MOST_TRIES = 5
const HOUR_MS = 3_600_000
/** Nobody has the console write to strangers more often. */
const MOST_CODES = 5

const codePlace = (userId: string) => `notification_mail/${userId}/code`

/** Keeps the code for the address; throws when the caller asked for too many. */
async function keepCode(
  { store, secretBox, nowMs }: UseCaseDeps,
  asked: { userId: string; address: string; code: string; lang: string },
): Promise<void> {
  const { userId, address, code, lang } = asked
  const sealed = secretBox.seal(code, codePlace(userId))
  await store.write(async (tx) => {
    const before = await tx
      .selectFrom('notification_mail')
      .select(['codes_sent', 'sent_since'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const since = before?.sent_since ?? 0
    // Later than now: the clock was set back.
    const isFresh = before === undefined || since <= nowMs() - HOUR_MS || since > nowMs()
    const sent = isFresh ? 0 : before.codes_sent
    if (sent >= MOST_CODES) throw new AppError(notificationErrors.mail_code_too_often)
    const values = {
      lang,
      waiting: address,
      code: sealed,
      code_tries: 0,
      code_until: nowMs() + CODE_MS,
      codes_sent: sent + 1,
      sent_since: isFresh ? nowMs() : before.sent_since,
    }
    await tx
      .insertInto('notification_mail')
      .values({ user_id: userId, address: '', ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
  })
}

/** A code that never left was sent to nobody. */
async function takeBackCount({ store }: UseCaseDeps, userId: string): Promise<void> {
  await store.write((tx) =>
    tx
      .updateTable('notification_mail')
      .set((eb) => ({ codes_sent: eb('codes_sent', '-', 1) }))
      .where('user_id', '=', userId)
      .where('codes_sent', '>', 0)
      .execute(),
  )
}

/** Sends a code to the address; the one in use stays until the code was typed. */
export async function beginMail(
  deps: UseCaseDeps & { mailer: Mailer | null },
  { address }: { address: string },
  ctx: CallContext,
): Promise<null> {
  const { mailer, smtp } = deps
  if (mailer === null || smtp === undefined) throw new AppError(notificationErrors.mail_off)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await keepCode(deps, { userId: ctx.caller.userId, address, code, lang: ctx.lang })
  try {
    const subject = ctx.text('notifications.codeTitle')
    const text = ctx.text('notifications.codeText', { code, username: ctx.caller.username })
    const messageId = messageIdOf(uuidv7(), smtp.from)
    await mailer.send({ to: address, subject, text, messageId }, ctx.signal)
  } catch (error) {
    if (wasNeverSent(error)) await takeBackCount(deps, ctx.caller.userId)
    deps.log.error(mailFault(error), 'mail could not be sent')
    throw new AppError(notificationErrors.mail_not_sent, { field: 'address' })
  }
  return null
}

/** One try of a code; gives the address it stands for. */
async function tryCode({ store, secretBox, nowMs }: UseCaseDeps, userId: string, typed: string) {
  const row = await store.write((tx) =>
    tx
      .updateTable('notification_mail')
      .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
      .where('user_id', '=', userId)
      .where('code', '!=', '')
      .where('code_until', '>', nowMs())
      .where('code_tries', '<', MOST_TRIES)
      .returning(['code', 'waiting'])
      .executeTakeFirst(),
  )
  const code = row === undefined ? '' : secretBox.open(row.code, codePlace(userId))
  const isRight = code.length === typed.length && timingSafeEqual(Buffer.from(code), Buffer.from(typed))
  if (row === undefined || !isRight)
    throw new AppError(notificationErrors.mail_code_wrong, { field: 'mailCode' })
  return row
}

/** From now on mail goes to the address whose code was typed. */
export async function confirmMail(
  deps: UseCaseDeps,
  { mailCode: typed }: { mailCode: string },
  ctx: CallContext,
): Promise<null> {
  const { userId } = ctx.caller
  const { code, waiting } = await tryCode(deps, userId, typed)
  await ctx.commit<NotificationTables, void>(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notification_mail')
      .set({ address: waiting, waiting: '', code: '', code_until: 0, lang: ctx.lang })
      .where('user_id', '=', userId)
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new AppError(notificationErrors.mail_code_wrong, { field: 'mailCode' })
    // What the former address refused says nothing of this one.
    await tx
      .updateTable('notice_delivery')
      .set({ fault: 'gone' })
      .where('way', '=', 'mail')
      .where('target', '=', userId)
      .where('fault', '=', 'mail_refused')
      .execute()
  })
  return null
}

/** No more mail; what waits to be sent is given up when its turn comes. */
export async function removeMail(ctx: CallContext): Promise<null> {
  await ctx.commit<NotificationTables, void>(async (tx) => {
    // The count of codes stays: it protects others.
    await tx
      .updateTable('notification_mail')
      .set({ address: '', waiting: '', code: '' })
      .where('user_id', '=', ctx.caller.userId)
      .execute()
  })
  return null
}
