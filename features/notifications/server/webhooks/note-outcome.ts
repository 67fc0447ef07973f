import type { Kysely } from 'kysely'
import { WEBHOOK_FAILING, WEBHOOK_OFF } from '../../contract/index.ts'
import type { NotificationTables } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'

const DAY_MS = 86_400_000
/** A webhook that took nothing for so long is switched off. */
export const OFF_AFTER_MS = 3 * DAY_MS

interface Noted {
  webhookId: string
  isSent: boolean
  isGivenUp: boolean
  atMs: number
}

async function isAnythingWaiting(tx: Kysely<NotificationTables>, webhookId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('notice_delivery')
    .select('id')
    .where('way', '=', 'webhook')
    .where('target', '=', webhookId)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps how a webhook fares; its keepers are told when something was given up, and when it is switched off. */
export async function noteOutcome(
  deps: UseCaseDeps,
  tx: Kysely<NotificationTables>,
  { webhookId, isSent, isGivenUp, atMs }: Noted,
): Promise<void> {
  const set = (change: Partial<NotificationTables['webhook']>) =>
    tx.updateTable('webhook').set(change).where('id', '=', webhookId).execute()
  if (isSent) {
    await set({ fails_since: null, last_sent_at: atMs })
    return
  }
  const webhook = await tx
    .selectFrom('webhook')
    .select(['id', 'name', 'scope', 'is_on', 'fails_since'])
    .where('id', '=', webhookId)
    .executeTakeFirst()
  if (webhook === undefined || webhook.is_on === 0) return
  const since = webhook.fails_since ?? atMs
  const isOver = atMs - since >= OFF_AFTER_MS
  // With nothing left to send nobody knows whether it would arrive: the next failure begins the days again.
  const isQuiet = isGivenUp && !isOver && !(await isAnythingWaiting(tx, webhookId))
  await set({
    fails_since: isQuiet ? null : since,
    ...(isOver ? { is_on: 0, is_off_by_failure: 1 } : {}),
  })
  const about = {
    params: { webhook: webhook.name },
    page: '/webhooks',
    scope: webhook.scope,
    // Once for each time of failing, however much is given up in it.
    key: `${webhook.id}:${since}`,
  }
  if (isOver) await deps.tell(tx, { kind: WEBHOOK_OFF, ...about }, { to: 'holders', atMs })
  else if (isGivenUp) await deps.tell(tx, { kind: WEBHOOK_FAILING, ...about }, { to: 'holders', atMs })
}
