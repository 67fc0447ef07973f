import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { mailErrors, mailSendJob } from '../../contract/index.ts'
import type { mailRelease } from '../../contract/index.ts'
import { blockOf, checkMail } from '../checks/check-mail.ts'
import { isGlobal } from '../checks/mail-facts.ts'
import { gatherFacts } from '../checks/gather-facts.ts'
import type { CheckDeps, GatheredMail } from '../checks/gather-facts.ts'
import { tellCheck } from '../checks/tell-check.ts'
import { languagesOf } from '../checks/languages.ts'
import { findDraft, findMail, releasedOf } from '../drafts/mail-record.ts'
import type { Released } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailRow, MailTx } from '../tables.ts'
import { approvalFacts } from './approval-facts.ts'
import { limitsKey, reserveUse } from './reserved.ts'
import { interleaved } from './server-lanes.ts'
import { takeBack } from './unstarted.ts'

type Body = RouteInput<typeof mailRelease>['body']

export const nameOf = ({ name, title }: MailRow) => (name === '' ? title : name)

function refuseFailed(gathered: GatheredMail, ctx: CallContext): void {
  const checks = checkMail(gathered.facts)
  const block = blockOf(checks)
  if (block === null) return
  throw new AppError(mailErrors.mail_check_failed, {
    params: { cause: tellCheck(block, ctx) },
    details: { checks: checks.filter(({ state }) => state === 'fail').map(({ key }) => key) },
  })
}

/** What the caller has seen is what is there now. */
function refuseUnseen({ facts }: GatheredMail, { contentHash, recipientsHash }: Body): void {
  if (contentHash !== facts.contentHash) throw new AppError(mailErrors.mail_changed, { field: 'contentHash' })
  const { hash } = facts.reach
  if (recipientsHash !== undefined && recipientsHash !== hash)
    throw new AppError(mailErrors.mail_changed, { field: 'recipientsHash' })
}

/** The rows of the job: a chunk of a list each, or a server. */
export async function jobRows({ store }: Pick<UseCaseDeps, 'store'>, row: MailRow, released: Released) {
  if (isGlobal(row.send_type))
    return released.servers.map((key, seq) => ({ key: `S${key.split(':').at(-1) ?? ''}`, input: { seq } }))
  const chunks = await store.read
    .selectFrom('mail_chunk')
    .select(['seq', 's_id', 'server_key'])
    .where('set_id', '=', row.set_id ?? '')
    .orderBy('seq')
    .execute()
  return interleaved(chunks, ({ server_key }) => server_key).map(({ seq, s_id }) => ({
    key: `S${String(s_id)} #${String(seq + 1)}`,
    input: { seq },
  }))
}

/** Stores named players as a set; an import has one already. */
async function freeze(
  deps: UseCaseDeps,
  row: MailRow,
  gathered: GatheredMail,
  released: Released,
): Promise<void> {
  const { named, facts, servers } = gathered
  const setId = named === null ? gathered.setId : uuidv7()
  const now = deps.nowMs()
  await deps.store.write(async (tx) => {
    if (named !== null && setId !== null) {
      const info = JSON.stringify(named.info)
      const set = {
        id: setId,
        mail_id: row.id,
        players: facts.reach.players ?? 0,
        hash: named.hash,
        info,
        at: now,
      }
      await tx.insertInto('mail_set').values(set).execute()
      for (const chunk of named.chunks)
        await tx
          .insertInto('mail_chunk')
          .values({ ...chunk, set_id: setId })
          .execute()
    }
    const written = await tx
      .updateTable('mail')
      .set({
        set_id: setId,
        released: JSON.stringify(released),
        released_at: released.at,
        released_by: released.by,
        total: isGlobal(row.send_type) ? servers.length : facts.reach.players,
      })
      .where('id', '=', row.id)
      .where('revision', '=', row.revision)
      .where('released', 'is', null)
      .executeTakeFirst()
    if (Number(written.numUpdatedRows) !== 1)
      throw new AppError(mailErrors.mail_changed, { field: 'revision' })
    await tx.insertInto('mail_reserved').values({ mail_id: row.id }).execute()
  })
}

async function reserve(
  deps: CheckDeps,
  row: MailRow,
  { use }: GatheredMail,
  ctx: CallContext,
): Promise<void> {
  if (use === null) return
  await reserveUse(deps, { use, key: limitsKey(row) }, ctx)
}

async function start(deps: CheckDeps, ctx: CallContext, mailId: string) {
  const row = await findMail(deps, ctx.place.lineId, mailId)
  const released = releasedOf(row)
  if (released === null) throw new AppError(mailErrors.mail_not_sent)
  const started = await deps.jobs.start(ctx, {
    job: mailSendJob,
    params: { mailId, name: nameOf(row), round: 0 },
    rows: await jobRows(deps, row, released),
    title: { key: 'mail.title.send', params: { name: nameOf(row) } },
    reason: released.reason,
    idempotencyKey: released.key,
    // The rows are chunks: what share of their players may fail is looked at for each of them.
    stopAtFailedPercent: 5,
    link: async (tx: MailTx, jobId) => {
      const linked = await tx
        .updateTable('mail')
        .set({ job_id: jobId })
        .where('id', '=', mailId)
        .where('released', '=', row.released)
        .where('job_id', 'is', null)
        .returning('id')
        .executeTakeFirst()
      // It was made a draft again meanwhile.
      if (linked === undefined) throw new AppError(mailErrors.mail_changed, { field: 'revision' })
    },
  })
  return { ...started, players: isGlobal(row.send_type) ? null : row.total }
}

/** Counts and starts what is released; a draft again where that is refused. */
async function begin(deps: CheckDeps, row: MailRow, gathered: GatheredMail, ctx: CallContext) {
  try {
    await reserve(deps, row, gathered, ctx)
    return await start(deps, ctx, row.id)
  } catch (error) {
    if (error instanceof AppError) await takeBack(deps, row.id)
    throw error
  }
}

/** Whether the release of a mail is this one, sent again. */
function isSame(row: MailRow, { idempotencyKey }: Body, ctx: CallContext): boolean {
  const released = releasedOf(row)
  return released !== null && released.key === idempotencyKey && released.byId === ctx.caller.userId
}

/** The job of a release that is sent again; null: it has none. */
async function startedBefore(deps: CheckDeps, ctx: CallContext, row: MailRow, { idempotencyKey }: Body) {
  const before = await deps.jobs.startedWith(ctx.caller, idempotencyKey)
  if (before === null) return null
  return { jobId: before.jobId, players: isGlobal(row.send_type) ? null : row.total, replayed: true }
}

/** Goes on with a release whose node died before it had a job. */
async function goOn(deps: CheckDeps, row: MailRow, ctx: CallContext) {
  const gathered = await gatherFacts(deps, ctx, row)
  await ctx.approve(approvalFacts(row, gathered, ctx))
  return begin(deps, row, gathered, ctx)
}

/** Sends a mail: what was checked and approved, to whom it was approved for. */
export async function handleMailRelease(
  deps: CheckDeps,
  { body }: RouteInput<typeof mailRelease>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailRelease>> {
  const found = await findMail(deps, ctx.place.lineId, body.id)
  if (isSame(found, body, ctx)) return (await startedBefore(deps, ctx, found, body)) ?? goOn(deps, found, ctx)
  const row = await findDraft(deps, ctx, body)
  if (row.is_template === 1) throw new AppError(mailErrors.mail_not_draft, { field: 'id' })
  const gathered = await gatherFacts(deps, ctx, row)
  refuseUnseen(gathered, body)
  refuseFailed(gathered, ctx)
  await ctx.approve(approvalFacts(row, gathered, ctx))
  const { facts, servers } = gathered
  const released: Released = {
    byId: ctx.caller.userId,
    by: ctx.caller.username,
    at: deps.nowMs(),
    reason: body.reason,
    contentHash: facts.contentHash,
    recipientsHash: facts.reach.hash,
    servers: servers.map(({ key }) => key),
    languages: languagesOf(facts.draft, facts.targets),
    clock: 'real',
    key: body.idempotencyKey,
  }
  // Of several who release it at once one gets beyond this; the others leave what is theirs alone.
  await freeze(deps, row, gathered, released)
  return begin(deps, row, gathered, ctx)
}
