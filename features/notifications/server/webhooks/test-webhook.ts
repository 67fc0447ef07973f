import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import { WEBHOOK_TEST } from '../../contract/index.ts'
import type { NotificationTables } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { OUTBOX_TOPIC } from '../outbox/outbox-topic.ts'
import { newDelivery } from '../spread/new-delivery.ts'
import { findWebhook } from './find-webhook.ts'

/** Sends a webhook a message that says it is a test, at once, on the way of all others. */
export async function testWebhook(
  deps: UseCaseDeps,
  { id }: { id: string },
  ctx: CallContext,
): Promise<null> {
  await ctx.commit<NotificationTables, void>(async (tx) => {
    const webhook = await findWebhook(deps, tx, { caller: ctx.caller, id })
    ctx.fileAt(webhook.scope)
    const atMs = deps.nowMs()
    const noticeId = uuidv7(atMs)
    const notice = {
      id: noticeId,
      kind: WEBHOOK_TEST.name,
      level: WEBHOOK_TEST.level,
      notice_key: noticeId,
      params: JSON.stringify({ webhook: webhook.name }),
      page: '/webhooks',
      scope: webhook.scope,
      audience: '[]',
      at: atMs,
      is_waiting: 0,
    } as const
    await tx.insertInto('notice').values(notice).execute()
    await tx
      .insertInto('notice_delivery')
      .values(newDelivery(notice, { way: 'webhook', target: id }, atMs))
      .execute()
    publishWith(tx, OUTBOX_TOPIC, '')
  })
  return null
}
