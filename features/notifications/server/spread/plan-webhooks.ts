import { parseJsonText } from '@qd/canonical-json'
import { scopeCovers } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { WEBHOOK_RIGHTS } from '../../contract/index.ts'
import type { DeliveryRow, NoticeRow, NotificationTables, WebhookRow } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { newDelivery } from './new-delivery.ts'

/** Ids of all who may be told of a kind at a place. */
export type HoldersOf = (kind: string, place: string) => Promise<readonly string[]>

type Found = Pick<WebhookRow, 'id' | 'name' | 'version' | 'scope' | 'kinds' | 'saved_by'>

export interface WebhookPlan {
  deliveries: DeliveryRow[]
  /** Whoever saved them may no longer see what they would send. */
  stopped: Found[]
}

/** What goes to webhooks: to each only what the person who saved it may still see at its place. */
export async function planWebhooks(
  deps: UseCaseDeps,
  notices: readonly NoticeRow[],
  holdersOf: HoldersOf,
): Promise<WebhookPlan> {
  const rows = await deps.store.read
    .selectFrom('webhook')
    .select(['id', 'name', 'version', 'scope', 'kinds', 'saved_by'])
    .where('is_on', '=', 1)
    .execute()
  const makers = [...new Set(rows.map(({ saved_by }) => saved_by))]
  const active = new Set(await deps.activeAmong(deps.store.read, makers))
  const open = new Set(deps.kinds().flatMap(({ name, heldBy }) => (heldBy === undefined ? [] : [name])))
  const atMs = deps.nowMs()
  const plan: WebhookPlan = { deliveries: [], stopped: [] }
  for (const row of rows) {
    const wanted = new Set(parseJsonText(row.kinds) as string[])
    const theirs = notices
      .filter(({ kind }) => open.has(kind) && wanted.has(kind))
      .filter((notice) => scopeCovers(row.scope, notice.scope ?? '*'))
    const kinds = [...new Set(theirs.map(({ kind }) => kind))]
    const holders = await Promise.all(kinds.map((kind) => holdersOf(kind, row.scope)))
    const maySee = active.has(row.saved_by) && holders.every((ids) => ids.includes(row.saved_by))
    if (kinds.length > 0 && !maySee) plan.stopped.push(row)
    else
      for (const each of theirs)
        plan.deliveries.push(newDelivery(each, { way: 'webhook', target: row.id }, atMs))
  }
  return plan
}

/** Switches them off, unless somebody has saved them meanwhile, and tells their keepers. */
export async function stopWebhooks(
  deps: UseCaseDeps,
  tx: Kysely<NotificationTables>,
  stopped: readonly Found[],
): Promise<void> {
  for (const { id, name, version, scope } of stopped) {
    const { numUpdatedRows } = await tx
      .updateTable('webhook')
      .set({ is_on: 0, is_off_by_rights: 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('is_on', '=', 1)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) continue
    const notice = { kind: WEBHOOK_RIGHTS, params: { webhook: name }, page: '/webhooks', scope }
    await deps.tell(tx, { ...notice, key: `${id}:${version}` }, { to: 'holders', atMs: deps.nowMs() })
  }
}
