import { randomBytes } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { AppError, scopeCovers } from '@qd/contract-kit'
import type { RouteInput, RouteReply } from '@qd/contract-kit'
import { allowNetworks } from '@qd/catalogue/contract'
import { checkUrl, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { count } from '@qd/store'
import type { Kysely } from 'kysely'
import { editWebhooks, notificationErrors } from '../../contract/index.ts'
import type { webhookSave, WebhookValues } from '../../contract/index.ts'
import type { NotificationTables, WebhookRow } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { openLane } from '../outbox/run-lane.ts'
import { findWebhook, holdsWholly, kindsSeen, placeOf } from './find-webhook.ts'
import { secretPlace, urlPlace } from './webhook-way.ts'

type Tx = Kysely<NotificationTables>
type Saving = RouteInput<typeof webhookSave>['body']

const MOST_WEBHOOKS = 200

export const newSecret = () => `qdwh_${randomBytes(32).toString('base64url')}`

const flag = (isSet: boolean) => (isSet ? 1 : 0)

/** The origin of an address that may be dialled; throws what is wrong with it. */
function originOf(url: string): string {
  try {
    return checkUrl(url, { allowLoopback: true, allowPrivate: true }, ['http:', 'https:'], []).origin
  } catch (cause) {
    throw new AppError(notificationErrors.webhook_address_invalid, { field: 'values.url', cause })
  }
}

/** At the place, and for every kind there: nobody is told by a webhook what they may not see. */
function assertPlaceAndKinds(deps: UseCaseDeps, ctx: CallContext, values: WebhookValues): void {
  const place = placeOf(deps, values.scope)
  if (!holdsWholly(ctx.caller, editWebhooks, place)) {
    throw new AppError(notificationErrors.webhook_place_forbidden, { field: 'values.scope' })
  }
  const known = new Map(deps.kinds().map((kind) => [kind.name, kind.heldBy]))
  for (const kind of values.kinds) {
    const heldBy = known.get(kind)
    if (heldBy === undefined) {
      throw new AppError(notificationErrors.notification_kind_unknown, { field: 'values.kinds' })
    }
    if (!holdsWholly(ctx.caller, heldBy, place)) {
      throw new AppError(notificationErrors.webhook_kind_forbidden, { field: 'values.kinds' })
    }
  }
}

/** What is kept for a place that is not there would never be told of anything. */
function assertKnown({ namesOf }: UseCaseDeps, { scope }: WebhookValues, before: WebhookRow | null): void {
  if (scope === '*' || before?.scope === scope) return
  if (namesOf(scope).length < scope.split('/').length) {
    throw new AppError(notificationErrors.webhook_place_unknown, { field: 'values.scope' })
  }
}

/** The place both lie in; who may see it there hears of a move. */
function commonPlace(one: string, other: string): string {
  if (scopeCovers(one, other)) return one
  const [a, b] = [one.split('/'), other.split('/')]
  const end = a.findIndex((part, at) => part !== b[at])
  return a.slice(0, end === -1 ? a.length : end).join('/') || '*'
}

/** Networks are opened by who may, and for one address: another one behind the same switch is asked for again. */
function assertNetworks(
  deps: UseCaseDeps,
  ctx: CallContext,
  { values, before }: { values: WebhookValues; before: WebhookRow | null },
): void {
  if (holdsWholly(ctx.caller, allowNetworks, placeOf(deps, values.scope))) return
  const isMoved = before === null || values.url !== ''
  const opened: [string, boolean][] = [
    ['values.allowPrivate', values.allowPrivate && (isMoved || before.allow_private !== 1)],
    ['values.allowLoopback', values.allowLoopback && (isMoved || before.allow_loopback !== 1)],
  ]
  const refused = opened.find(([, isOpened]) => isOpened)
  if (refused) throw new AppError(notificationErrors.webhook_network_forbidden, { field: refused[0] })
}

/** What the audit compares: no address and no secret, but whether they changed. */
function auditView(row: WebhookRow, deps: UseCaseDeps) {
  const { url, secret, kinds, fails_since: _fails, last_sent_at: _sent, ...shown } = row
  const digest = (sealed: string, place: string) =>
    sealed === '' ? '' : deps.secretBox.digest(deps.secretBox.open(sealed, place))
  return {
    ...shown,
    kinds: parseJsonText(kinds) as string[],
    url: digest(url, urlPlace(row.id)),
    secret: digest(secret, secretPlace(row.id)),
  }
}

function rowOf(
  deps: UseCaseDeps,
  values: WebhookValues,
  { before, savedBy }: { before: WebhookRow | null; savedBy: string },
): { row: WebhookRow; secret: string | null } {
  const id = before?.id ?? uuidv7(deps.nowMs())
  const { url, feishuSecret, shape } = values
  if (before === null && url === '') originOf(url)
  // What was given for one kind of receiver is no secret of another.
  const isOtherShape = before?.shape !== shape
  const made = shape === 'json' && isOtherShape ? newSecret() : null
  const given = shape === 'feishu' && feishuSecret !== '' ? feishuSecret : null
  const isDropped = isOtherShape || (shape === 'feishu' && values.dropsFeishuSecret === true)
  const kept = isDropped ? '' : (before?.secret ?? '')
  const plain = made ?? given
  const isTriedFresh =
    url !== '' ||
    plain !== null ||
    before?.is_on !== 1 ||
    before.allow_private !== flag(values.allowPrivate) ||
    before.allow_loopback !== flag(values.allowLoopback)
  return {
    secret: made,
    row: {
      id,
      version: (before?.version ?? 0) + 1,
      name: values.name,
      scope: values.scope,
      kinds: JSON.stringify(values.kinds),
      shape,
      lang: values.lang,
      origin: url === '' ? before!.origin : originOf(url),
      url: url === '' ? before!.url : deps.secretBox.seal(url, urlPlace(id)),
      secret: plain === null ? kept : deps.secretBox.seal(plain, secretPlace(id)),
      allow_private: flag(values.allowPrivate),
      allow_loopback: flag(values.allowLoopback),
      is_on: flag(values.isOn),
      is_off_by_failure: values.isOn ? 0 : (before?.is_off_by_failure ?? 0),
      fails_since: values.isOn && isTriedFresh ? null : (before?.fails_since ?? null),
      is_off_by_rights: values.isOn ? 0 : (before?.is_off_by_rights ?? 0),
      saved_by: savedBy,
      last_sent_at: before?.last_sent_at ?? null,
    },
  }
}

async function write(tx: Tx, row: WebhookRow, before: WebhookRow | null): Promise<void> {
  if (before === null) {
    if ((await count(tx, 'webhook')) >= MOST_WEBHOOKS) {
      throw new AppError(notificationErrors.webhook_limit_reached, { params: { most: MOST_WEBHOOKS } })
    }
    await tx.insertInto('webhook').values(row).execute()
    return
  }
  const { numUpdatedRows } = await tx
    .updateTable('webhook')
    .set(row)
    .where('id', '=', row.id)
    .where('version', '=', before.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new AppError(notificationErrors.webhook_changed)
  // It is set up differently now, so it is tried now.
  await openLane(tx, 'webhook', row.id)
}

/** Adds a webhook, or changes it if it still is the version that was seen. */
export async function saveWebhook(
  deps: UseCaseDeps,
  { id, version = 0, values }: Saving,
  ctx: CallContext,
): Promise<RouteReply<typeof webhookSave>> {
  assertPlaceAndKinds(deps, ctx, values)
  return ctx.commit<NotificationTables, RouteReply<typeof webhookSave>>(async (tx) => {
    const before = id === undefined ? null : await findWebhook(deps, tx, { caller: ctx.caller, id, version })
    assertKnown(deps, values, before)
    assertNetworks(deps, ctx, { values, before })
    ctx.fileAt(before === null ? values.scope : commonPlace(before.scope, values.scope))
    const { row, secret } = rowOf(deps, values, { before, savedBy: ctx.caller.userId })
    ctx.changed(before === null ? null : auditView(before, deps), auditView(row, deps))
    await write(tx, row, before)
    return { id: row.id, version: row.version, secret }
  })
}

interface Seen {
  id: string
  version: number
}

/** Who may not see what a webhook sends gets no secret to pass as its receiver. */
function assertSees(deps: UseCaseDeps, ctx: CallContext, webhook: WebhookRow): void {
  const seen = kindsSeen(deps, ctx.caller, placeOf(deps, webhook.scope))
  if ((parseJsonText(webhook.kinds) as string[]).every((kind) => seen.has(kind))) return
  throw new AppError(notificationErrors.webhook_kind_forbidden, { field: 'id' })
}

/** Another secret for a webhook that signs; told this once. */
export async function renewSecret(
  deps: UseCaseDeps,
  { id, version }: Seen,
  ctx: CallContext,
): Promise<{ version: number; secret: string }> {
  return ctx.commit<NotificationTables, { version: number; secret: string }>(async (tx) => {
    const before = await findWebhook(deps, tx, { caller: ctx.caller, id, version })
    if (before.shape !== 'json') throw new AppError(notificationErrors.webhook_not_found, { field: 'id' })
    ctx.fileAt(before.scope)
    assertSees(deps, ctx, before)
    const secret = newSecret()
    const row = {
      ...before,
      version: version + 1,
      secret: deps.secretBox.seal(secret, secretPlace(id)),
      fails_since: null,
    }
    ctx.changed(auditView(before, deps), auditView(row, deps))
    await write(tx, row, before)
    return { version: row.version, secret }
  })
}

/** A webhook goes with everything that was to be sent to it. */
export async function removeWebhook(
  deps: UseCaseDeps,
  { id, version }: Seen,
  ctx: CallContext,
): Promise<null> {
  await ctx.commit<NotificationTables, void>(async (tx) => {
    const before = await findWebhook(deps, tx, { caller: ctx.caller, id, version })
    ctx.fileAt(before.scope)
    ctx.changed(auditView(before, deps), null)
    await tx.deleteFrom('webhook').where('id', '=', id).where('version', '=', version).execute()
    await tx.deleteFrom('notice_delivery').where('way', '=', 'webhook').where('target', '=', id).execute()
    await openLane(tx, 'webhook', id)
  })
  return null
}
