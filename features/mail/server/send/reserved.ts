import { AppError } from '@qd/contract-kit'
import type { Gift } from '@qd/item-limits'
import type { Caller, CallContext, LimitedUse } from '@qd/server-kit'
import { mailErrors } from '../../contract/index.ts'
import { overLimits } from '../checks/check-mail.ts'
import { isGlobal } from '../checks/mail-facts.ts'
import { GiftGroups, chunksOf, personOf } from '../checks/mail-use.ts'
import { tellCheck } from '../checks/tell-check.ts'
import { draftOf } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { playerKey, unpackChunk } from '../recipients/recipient.ts'
import type { MailRow } from '../tables.ts'

const AT_ONCE = 20

/** What a mail counts as in the ledger of limits, and what it counts as again while it is sent once more. */
export const limitsKey = ({ id }: Pick<MailRow, 'id'>) => `mail:${id}`
const againKey = (row: MailRow) => `${limitsKey(row)}:again`

/** Counts a use; throws with the items where that goes beyond a limit. */
export async function reserveUse(
  deps: Pick<UseCaseDeps, 'limits'>,
  { use, key }: { use: LimitedUse; key: string },
  ctx: Pick<CallContext, 'text' | 'lang'>,
): Promise<void> {
  const { isReserved, excess } = await deps.limits.reserve(use, key)
  if (isReserved) return
  const told = { text: 'mail.check.limits.fail', params: {}, items: overLimits(excess, []) }
  throw new AppError(mailErrors.mail_check_failed, {
    params: { cause: tellCheck(told, ctx) },
    details: { checks: ['limits'] },
  })
}

/** Chunks of a list, each with whether a player of it has the mail or may have it. */
async function* reachOfChunks({ store }: UseCaseDeps, { id, set_id }: MailRow) {
  for await (const chunk of chunksOf({ store }, set_id ?? '')) {
    const sent = await store.read
      .selectFrom('mail_sent')
      .select('state')
      .where('mail_id', '=', id)
      .where('seq', '=', chunk.seq)
      .executeTakeFirst()
    const failed = await store.read
      .selectFrom('mail_exception')
      .select('player')
      .where('mail_id', '=', id)
      .where('seq', '=', chunk.seq)
      .execute()
    const names = new Set(failed.map(({ player }) => player))
    const has = (player: string) =>
      sent !== undefined && sent.state !== 'failed' && !(sent.state === 'done' && names.has(player))
    yield { chunk, has }
  }
}

/** What a list has given, or has not: to each player what is theirs. */
async function giftsOfList(deps: UseCaseDeps, row: MailRow, isGiven: boolean): Promise<Gift[]> {
  const draft = draftOf(row)
  const groups = new GiftGroups()
  for await (const { chunk, has } of reachOfChunks(deps, row))
    for (const each of unpackChunk(chunk))
      if (has(playerKey(each)) === isGiven) groups.add(each.attach ?? draft.attach, each)
  return groups.gifts()
}

async function settle(deps: UseCaseDeps, row: MailRow): Promise<void> {
  const isComplete = row.delivered + row.already === row.total
  if (isGlobal(row.send_type)) {
    // How many players a server has nobody counted: it is all of them, or nobody.
    if (row.delivered + row.already + row.unknown === 0) await deps.limits.release(limitsKey(row))
  } else if (!isComplete || row.retries > 0) {
    await deps.limits.recount(limitsKey(row), await giftsOfList(deps, row, true))
    await deps.limits.release(againKey(row))
  }
  await deps.store.write((tx) => tx.deleteFrom('mail_reserved').where('mail_id', '=', row.id).execute())
}

/** Gives back what a mail has not sent, where that has not happened yet; its job has ended. */
export async function settleUnsent(deps: UseCaseDeps, row: MailRow): Promise<void> {
  const kept = await deps.store.read
    .selectFrom('mail_reserved')
    .select('mail_id')
    .where('mail_id', '=', row.id)
    .executeTakeFirst()
  if (kept !== undefined) await settle(deps, row)
}

/** Gives back what mails have not sent whose job has ended; done twice it changes nothing. */
export async function giveBackUnsent(deps: UseCaseDeps): Promise<void> {
  const rows = await deps.store.read
    .selectFrom('mail_reserved')
    .innerJoin('mail', 'mail.id', 'mail_reserved.mail_id')
    .selectAll('mail')
    .where('job_id', 'is not', null)
    .execute()
  const jobIds = rows.flatMap(({ job_id: id }) => (id === null ? [] : [id]))
  const endings = jobIds.length === 0 ? new Map() : await deps.endingsOf(jobIds)
  const ended = rows.filter(({ job_id: id }) => endings.get(id ?? '')?.isOpen !== true)
  for (const row of ended.slice(0, AT_ONCE)) await settle(deps, row)
}

/** Counts again what a mail has not given yet, before it is sent once more; nothing where that is counted still. */
export async function reserveAgain(
  deps: UseCaseDeps,
  row: MailRow,
  ctx: Pick<CallContext, 'text' | 'lang'> & { caller: Caller },
): Promise<void> {
  const kept = await deps.store.read
    .selectFrom('mail_reserved')
    .select('mail_id')
    .where('mail_id', '=', row.id)
    .executeTakeFirst()
  if (kept !== undefined) return
  const gifts = isGlobal(row.send_type) ? [] : await giftsOfList(deps, row, false)
  const about = limitsKey(row)
  const person = personOf(ctx.caller)
  const use: LimitedUse = { kind: 'mail', gifts, lineId: row.line_id, person, about }
  if (gifts.length > 0) await reserveUse(deps, { use, key: againKey(row) }, ctx)
  await deps.store.write((tx) =>
    tx
      .insertInto('mail_reserved')
      .values({ mail_id: row.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
