import { AppError, givesWholly, permissionKey, scopeCovers } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { editWebhooks, notificationErrors, WEBHOOK_TEST } from '../../contract/index.ts'
import type { NotificationTables, WebhookRow } from '../notification-tables.ts'
import type { NoticePlace, UseCaseDeps } from '../notifications-deps.ts'

/** Whether somebody holds a permission at the whole place; above the lines only a grant for all environments covers it. */
export function holdsWholly(
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  { scope, environment }: NoticePlace,
): boolean {
  const key = permissionKey(permission)
  return caller.grants.some(
    (grant) =>
      givesWholly(grant, key) &&
      scopeCovers(grant.scope, scope) &&
      (grant.environment === '*' || grant.environment === environment),
  )
}

export function placeOf({ environmentOf }: Pick<UseCaseDeps, 'environmentOf'>, scope: string): NoticePlace {
  return { scope, environment: environmentOf(scope) }
}

export function mayEdit(deps: UseCaseDeps, caller: Caller, webhook: Pick<WebhookRow, 'scope'>): boolean {
  return holdsWholly(caller, editWebhooks, placeOf(deps, webhook.scope))
}

/** Names of the kinds somebody may have told of a place; everybody may see a test. */
export function kindsSeen(
  { kinds }: Pick<UseCaseDeps, 'kinds'>,
  caller: Pick<Caller, 'grants'>,
  place: NoticePlace,
): ReadonlySet<string> {
  const held = kinds().filter(({ heldBy }) => heldBy !== undefined && holdsWholly(caller, heldBy, place))
  return new Set([WEBHOOK_TEST.name, ...held.map(({ name }) => name)])
}

/** A webhook the caller may change; a foreign one is as missing as one that never was. */
export async function findWebhook(
  deps: UseCaseDeps,
  db: Kysely<NotificationTables>,
  { caller, id, version }: { caller: Caller; id: string; version?: number | undefined },
): Promise<WebhookRow> {
  const webhook = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  if (webhook === undefined || !mayEdit(deps, caller, webhook)) {
    throw new AppError(notificationErrors.webhook_not_found, { field: 'id' })
  }
  if (version !== undefined && webhook.version !== version) {
    throw new AppError(notificationErrors.webhook_changed)
  }
  return webhook
}
