import { uuidv7Floor } from '@qd/server-kit'
import { MAIL_GIVE_UP_MS } from './mail/mail-way.ts'
import type { UseCaseDeps } from './notifications-deps.ts'
import { FARTHEST_MS } from './outbox/back-off.ts'
import { WEBHOOK_GIVE_UP_MS } from './webhooks/webhook-way.ts'

const DAY_MS = 86_400_000
/** Notifications are kept for so long, and so many of one person. */
export const KEPT_MS = 90 * DAY_MS
export const KEPT_MOST = 1_000
/** What was sent, or given up, is shown for so long. */
export const DELIVERIES_KEPT_MS = 30 * DAY_MS
const AT_ONCE = 500

const GIVE_UP_MS = { mail: MAIL_GIVE_UP_MS, webhook: WEBHOOK_GIVE_UP_MS }

type SweepDeps = Pick<UseCaseDeps, 'store' | 'nowMs' | 'kinds'>

/** What waits for a mail server that is in the settings no more, or for a version of the program that is gone. */
async function endWaiting({ store, nowMs, kinds }: SweepDeps): Promise<void> {
  const known = kinds().map(({ name }) => name)
  await store.write(async (tx) => {
    for (const way of ['mail', 'webhook'] as const) {
      await tx
        .updateTable('notice_delivery')
        .set({ state: 'given_up', ended_at: nowMs(), fault: 'too_old' })
        .where('way', '=', way)
        .where('state', '=', 'waiting')
        // Nodes that can send it have given it up themselves until then, and told of it.
        .where('created_at', '<', nowMs() - GIVE_UP_MS[way] - FARTHEST_MS)
        .execute()
    }
    await tx
      .updateTable('notice')
      .set({ is_waiting: 0 })
      .where('is_waiting', '=', 1)
      .where('kind', 'not in', known)
      .where('at', '<', nowMs() - DAY_MS)
      .execute()
  })
}

/** People who have more than are kept lose the oldest. */
async function dropBeyond({ store }: SweepDeps): Promise<void> {
  const crowded = await store.read
    .selectFrom('notification')
    .select('user_id')
    .groupBy('user_id')
    .having((eb) => eb(eb.fn.countAll(), '>', KEPT_MOST))
    .execute()
  for (const { user_id } of crowded) {
    const last = await store.read
      .selectFrom('notification')
      .select('notice_id')
      .where('user_id', '=', user_id)
      .orderBy('notice_id', 'desc')
      .offset(KEPT_MOST - 1)
      .limit(1)
      .executeTakeFirst()
    if (last === undefined) continue
    await store.write((tx) =>
      tx
        .deleteFrom('notification')
        .where('user_id', '=', user_id)
        .where('notice_id', '<', last.notice_id)
        .execute(),
    )
  }
}

/** Notices nobody has a copy of, and nothing is sent of. */
async function dropNotices({ store, nowMs }: SweepDeps): Promise<void> {
  for (;;) {
    const rows = await store.read
      .selectFrom('notice')
      .leftJoin('notification', 'notification.notice_id', 'notice.id')
      .leftJoin('notice_delivery', 'notice_delivery.notice_id', 'notice.id')
      .select('notice.id')
      .where('notice.is_waiting', '=', 0)
      // Somebody may just be handing it on.
      .where('notice.id', '<', uuidv7Floor(nowMs() - DAY_MS))
      .where('notification.user_id', 'is', null)
      .where('notice_delivery.id', 'is', null)
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await store.write((tx) => tx.deleteFrom('notice').where('id', 'in', ids).execute())
  }
}

/** Forgets what is old, and what is more than anybody reads. */
export async function sweepNotifications(deps: SweepDeps): Promise<void> {
  const { store, nowMs } = deps
  await endWaiting(deps)
  await store.write((tx) =>
    tx
      .deleteFrom('notification')
      .where('notice_id', '<', uuidv7Floor(nowMs() - KEPT_MS))
      .execute(),
  )
  await store.write((tx) =>
    tx
      .deleteFrom('notice_delivery')
      .where('state', '!=', 'waiting')
      .where('ended_at', '<', nowMs() - DELIVERIES_KEPT_MS)
      .execute(),
  )
  await store.write((tx) =>
    tx.deleteFrom('notification_mail').where('address', '=', '').where('code_until', '<', nowMs()).execute(),
  )
  await dropBeyond(deps)
  await dropNotices(deps)
}
