import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { mailErrors, mailSendJob } from '../../contract/index.ts'
import type { mailRetry } from '../../contract/index.ts'
import { findSent } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailRow, MailTx } from '../tables.ts'
import { nameOf } from './release.ts'
import { reserveAgain } from './reserved.ts'

/** Rows of the first job in which somebody did not get it. */
async function failedRows({ store }: UseCaseDeps, { id }: MailRow) {
  return store.read
    .selectFrom('mail_sent')
    .select(['seq', 's_id', 'failed', 'players', 'state'])
    .where('mail_id', '=', id)
    .where((eb) => eb.or([eb('failed', '>', 0), eb('state', '!=', 'done')]))
    .orderBy('seq')
    .execute()
}

/** Sends it once more to those who did not get it: what was approved, to some of those it was approved for. */
export async function handleMailRetry(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailRetry>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailRetry>> {
  const row = await findSent(deps, ctx, body.id)
  const before = await deps.jobs.startedWith(ctx.caller, body.idempotencyKey)
  const failed = await failedRows(deps, row)
  const players = failed.reduce(
    (sum, each) => sum + (each.state === 'unknown' ? each.players : each.failed),
    0,
  )
  if (before !== null) return ctx.commit(async () => ({ jobId: before.jobId, players, replayed: true }))
  if (row.job_id !== null && (await deps.isVetoed(row.job_id)))
    throw new AppError(coreErrors.approval_vetoed, { field: 'id' })
  const ending = row.job_id === null ? undefined : (await deps.endingsOf([row.job_id])).get(row.job_id)
  if (failed.length === 0 || ending?.isOpen === true || row.recall_job_id !== null)
    throw new AppError(mailErrors.mail_nothing_failed, { field: 'id' })
  await reserveAgain(deps, row, ctx)
  const round = row.retries + 1
  const started = await deps.jobs.start(ctx, {
    job: mailSendJob,
    params: { mailId: row.id, name: nameOf(row), round },
    rows: failed.map(({ seq, s_id }) => ({ key: `S${String(s_id)} #${String(seq + 1)}`, input: { seq } })),
    title: { key: 'mail.title.retry', params: { name: nameOf(row) } },
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
    stopAtFailedPercent: 100,
    link: async (tx: MailTx, jobId) => {
      const linked = await tx
        .updateTable('mail')
        .set({ retries: round, job_id: jobId })
        .where('id', '=', row.id)
        .where('retries', '=', row.retries)
        .returning('id')
        .executeTakeFirst()
      // Of two who send it again at once the second is refused.
      if (linked === undefined) throw new AppError(mailErrors.mail_nothing_failed, { field: 'id' })
    },
  })
  return { ...started, players }
}
