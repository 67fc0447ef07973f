import { parseJsonText } from '@qd/canonical-json'
import type { RouteReply } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { webhookDeliveries, webhookList, WebhookView } from '../../contract/index.ts'
import type { DeliveryRow, WebhookRow } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { kindNameOf, storedLanguage, wordsOf } from '../words.ts'
import { findWebhook, kindsSeen, mayEdit, placeOf } from './find-webhook.ts'

const DELIVERIES = 50

type Reader = Pick<CallContext, 'caller' | 'lang'>

interface Beside {
  waiting: number
  savedBy: string
}

function viewOf(deps: UseCaseDeps, row: WebhookRow, { waiting, savedBy }: Beside): WebhookView {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    scope: row.scope,
    place: [...deps.namesOf(row.scope)],
    kinds: parseJsonText(row.kinds) as string[],
    shape: row.shape,
    lang: storedLanguage(row.lang),
    origin: row.origin,
    allowPrivate: row.allow_private === 1,
    allowLoopback: row.allow_loopback === 1,
    isOn: row.is_on === 1,
    isOffByRights: row.is_off_by_rights === 1,
    savedBy,
    isSigned: row.secret !== '',
    isOffByFailure: row.is_off_by_failure === 1,
    failsSince: row.fails_since,
    lastSentAt: row.last_sent_at,
    waiting,
  }
}

export async function listWebhooks(
  deps: UseCaseDeps,
  { caller, lang }: Reader,
): Promise<RouteReply<typeof webhookList>> {
  const { read } = deps.store
  const all = await read.selectFrom('webhook').selectAll().orderBy('name').orderBy('id').execute()
  const rows = all.filter((row) => mayEdit(deps, caller, row))
  const counts = await read
    .selectFrom('notice_delivery')
    .select(['target', (eb) => eb.fn.countAll<number | string>().as('waiting')])
    .where('way', '=', 'webhook')
    .where('state', '=', 'waiting')
    .groupBy('target')
    .execute()
  const waiting = new Map(counts.map((row) => [row.target, Number(row.waiting)]))
  const names = await deps.userNamesOf([...new Set(rows.map((row) => row.saved_by))])
  const besideOf = (row: WebhookRow) => ({
    waiting: waiting.get(row.id) ?? 0,
    savedBy: names.get(row.saved_by) ?? '',
  })
  return {
    list: rows.map((row) => viewOf(deps, row, besideOf(row))),
    kinds: deps
      .kinds()
      .filter(({ heldBy }) => heldBy !== undefined)
      .map(({ name }) => ({ kind: name, name: kindNameOf(deps, name, lang) })),
  }
}

function faultText({ texts }: UseCaseDeps, { fault, status }: DeliveryRow, lang: Reader['lang']): string {
  const key = `notifications.fault.${fault}`
  if (fault === '' || !texts.has(lang, key)) return fault
  return texts.text(lang, key, { status: status ?? 0 })
}

/** The last deliveries of a webhook, newest first. */
export async function listDeliveries(
  deps: UseCaseDeps,
  { id }: { id: string },
  { caller, lang }: Reader,
): Promise<RouteReply<typeof webhookDeliveries>> {
  const { read } = deps.store
  const webhook = await findWebhook(deps, read, { caller, id })
  const place = placeOf(deps, webhook.scope)
  const maySee = kindsSeen(deps, caller, place)
  // Who keeps a webhook need not see all it sends.
  const titleOf = (row: Pick<DeliveryRow, 'kind'> & { params: string }) =>
    maySee.has(row.kind) ? wordsOf(deps, row, lang).title : kindNameOf(deps, row.kind, lang)
  const lane = await read
    .selectFrom('notice_lane')
    .select('not_before')
    .where('way', '=', 'webhook')
    .where('target', '=', id)
    .executeTakeFirst()
  const rows = await read
    .selectFrom('notice_delivery')
    .innerJoin('notice', 'notice.id', 'notice_delivery.notice_id')
    .selectAll('notice_delivery')
    .select('notice.params')
    .where('way', '=', 'webhook')
    .where('target', '=', id)
    .orderBy('notice_delivery.notice_id', 'desc')
    .limit(DELIVERIES)
    .execute()
  return {
    list: rows.map((row) => ({
      id: row.id,
      title: titleOf(row),
      state: row.state,
      tries: row.tries,
      createdAt: row.created_at,
      at: row.ended_at ?? Math.max(row.not_before, lane?.not_before ?? 0, row.created_at),
      status: row.status,
      fault: faultText(deps, row, lang),
    })),
  }
}
