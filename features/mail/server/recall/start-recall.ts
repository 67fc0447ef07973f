import { AppError, MANY_PLAYERS, NO_WORTH, effectsOf } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { mailErrors, mailRecallJob } from '../../contract/index.ts'
import type { mailRecall } from '../../contract/index.ts'
import { objectOf } from '../follow-request.ts'
import { draftOf, findSent, releasedOf } from '../drafts/mail-record.ts'
import { isGlobal } from '../checks/mail-facts.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { nameOf } from '../send/release.ts'
import type { MailRow, MailTx } from '../tables.ts'

/** The servers it may have gone to: of a list those that have some of its players, so that no other one is waited for. */
async function serversOf({ store }: Pick<UseCaseDeps, 'store'>, row: MailRow): Promise<readonly string[]> {
  if (isGlobal(row.send_type)) return releasedOf(row)?.servers ?? []
  const chunks = await store.read
    .selectFrom('mail_chunk')
    .select('server_key')
    .distinct()
    .where('set_id', '=', row.set_id ?? '')
    .orderBy('server_key')
    .execute()
  return chunks.map(({ server_key }) => server_key)
}

/** Every server it may have gone to; while it is still being sent there is nothing to take out yet. */
export async function startRecall(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailRecall>,
  ctx: CallContext,
  takeBack: boolean,
): Promise<RouteReplyGiven<typeof mailRecall>> {
  const row = await findSent(deps, ctx, body.id)
  const before = await deps.jobs.startedWith(ctx.caller, body.idempotencyKey)
  // Nothing is done by it, so that there is nothing to approve either.
  if (before !== null) return { jobId: before.jobId, replayed: true }
  const ending = row.job_id === null ? undefined : (await deps.endingsOf([row.job_id])).get(row.job_id)
  if (ending?.isOpen === true) throw new AppError(mailErrors.mail_not_sent, { field: 'id' })
  const servers = await serversOf(deps, row)
  if (takeBack) {
    const draft = draftOf(row)
    await ctx.approve({
      risk: 'R4',
      value: { rows: row.delivered + row.already, worth: NO_WORTH },
      effects: effectsOf('destructive', 'sensitive', row.delivered + row.already >= MANY_PLAYERS && 'many'),
      objects: [objectOf(row)],
      bases: [],
      preview: [
        {
          kind: 'facts',
          rows: [
            { label: { key: 'mail.fact.players' }, value: String(row.delivered + row.already) },
            { label: { key: 'mail.fact.servers' }, value: String(servers.length) },
          ],
        },
        {
          kind: 'mail',
          sender: draft.sender[draft.fallback] ?? '',
          texts: draft.content,
          attach: draft.attach.map(({ number, quantity }) => ({ number, name: number, quantity })),
          expireAt: draft.expireAt,
          vars: [],
        },
      ],
      title: { key: 'mail.title.recall', params: { name: nameOf(row) } },
      hint: `/email/${row.id}`,
    })
  }
  return deps.jobs.start(ctx, {
    job: mailRecallJob,
    params: { mailId: row.id, name: nameOf(row), takeBack },
    rows: servers.map((serverKey) => ({
      key: `S${serverKey.split(':').at(-1) ?? ''}`,
      input: { serverKey },
    })),
    title: { key: 'mail.title.recall', params: { name: nameOf(row) } },
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
    stopAtFailedPercent: 100,
    link: async (tx: MailTx, jobId) => {
      await tx.updateTable('mail').set({ recall_job_id: jobId }).where('id', '=', row.id).execute()
    },
  })
}
