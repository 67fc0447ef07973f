import { parseJsonText } from '@qd/canonical-json'
import type { NotificationKind } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import type { Lease } from '@qd/store'
import type { Kysely } from 'kysely'
import { OUTBOX_TOPIC } from '../outbox/outbox-topic.ts'
import { USERS_TOPIC } from '../inbox/users-topic.ts'
import type { DeliveryRow, NoticeRow, NotificationTables } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { newDelivery } from './new-delivery.ts'
import { planWebhooks, stopWebhooks } from './plan-webhooks.ts'
import type { HoldersOf, WebhookPlan } from './plan-webhooks.ts'

type Tx = Kysely<NotificationTables>
type Copy = NotificationTables['notification']
type Choice = NotificationTables['notification_choice']

const NOTICES = 2_000
/** Copies in one write, and in one statement of it. */
const PER_WRITE = 4_000
const PER_STATEMENT = 500
/** Ids have 36 characters; a message of the database holds 7,800 bytes. */
const USERS_PER_MESSAGE = 150

function* pieces<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

const choiceKey = (userId: string, kind: string) => `${userId} ${kind}`

/** What this version of the program knows; the rest waits for the newer node that told it. */
export function waitingNotices({ store, kinds }: UseCaseDeps) {
  const known = kinds().map(({ name }) => name)
  return store.read.selectFrom('notice').where('is_waiting', '=', 1).where('kind', 'in', known)
}

/** Asks for each kind and place once. */
function askHolders(deps: UseCaseDeps): HoldersOf {
  const kinds = new Map(deps.kinds().map((kind) => [kind.name, kind]))
  const asked = new Map<string, Promise<readonly string[]>>()
  return (kind, place) => {
    const permission = (kinds.get(kind) as NotificationKind | undefined)?.heldBy
    if (permission === undefined) return Promise.resolve([])
    const known = `${kind} ${place}`
    const found =
      asked.get(known) ?? deps.holdersOf(permission, { scope: place, environment: deps.environmentOf(place) })
    asked.set(known, found)
    return found
  }
}

/** Who is told of each notice, by its id. */
async function audiences(
  notices: readonly NoticeRow[],
  holdersOf: HoldersOf,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const holders = ({ kind, scope }: NoticeRow) => holdersOf(kind, scope ?? '*')
  const entries = notices.map(async (notice): Promise<[string, readonly string[]]> => [
    notice.id,
    notice.audience === 'holders' ? await holders(notice) : (parseJsonText(notice.audience) as string[]),
  ])
  return new Map(await Promise.all(entries))
}

/** What people chose, and who of them reads mail. */
async function choicesOf(deps: UseCaseDeps, userIds: readonly string[]) {
  const choices = new Map<string, Choice>()
  const readsMail = new Set<string>()
  for (const some of pieces(userIds, PER_STATEMENT)) {
    const rows = await deps.store.read
      .selectFrom('notification_choice')
      .selectAll()
      .where('user_id', 'in', some)
      .execute()
    for (const row of rows) choices.set(choiceKey(row.user_id, row.kind), row)
    const mails = await deps.store.read
      .selectFrom('notification_mail')
      .select('user_id')
      .where('user_id', 'in', some)
      .where('address', '!=', '')
      .execute()
    for (const { user_id } of mails) readsMail.add(user_id)
  }
  return { choices, readsMail }
}

interface Spread extends WebhookPlan {
  copies: Copy[]
}

async function planOf(deps: UseCaseDeps, notices: readonly NoticeRow[]): Promise<Spread> {
  const holdersOf = askHolders(deps)
  const told = await audiences(notices, holdersOf)
  const users = [...new Set([...told.values()].flat())]
  const { choices, readsMail } = await choicesOf(deps, users)
  const atMs = deps.nowMs()
  const plan: Spread = { copies: [], ...(await planWebhooks(deps, notices, holdersOf)) }
  for (const notice of notices) {
    const { id: notice_id, kind, notice_key } = notice
    for (const user_id of new Set(told.get(notice.id))) {
      const choice = choices.get(choiceKey(user_id, kind))
      if (choice?.in_console !== 0) {
        plan.copies.push({ user_id, kind, notice_key, notice_id, read_at: null, written_at: atMs })
      }
      if (choice?.by_mail === 1 && readsMail.has(user_id) && deps.smtp !== undefined) {
        plan.deliveries.push(newDelivery(notice, { way: 'mail', target: user_id }, atMs))
      }
    }
  }
  return plan
}

/** Tells every node that something about these people's notifications has changed. */
export function announceUsers(tx: Tx, userIds: Iterable<string>): void {
  for (const some of pieces([...new Set(userIds)], USERS_PER_MESSAGE)) {
    publishWith(tx, USERS_TOPIC, JSON.stringify(some))
  }
}

async function writeCopies(deps: UseCaseDeps, tx: Tx, copies: readonly Copy[]): Promise<void> {
  const active = new Set<string>()
  for (const some of pieces([...new Set(copies.map(({ user_id }) => user_id))], PER_STATEMENT)) {
    for (const userId of await deps.activeAmong(tx, some)) active.add(userId)
  }
  const theirs = copies.filter(({ user_id }) => active.has(user_id))
  for (const some of pieces(theirs, PER_STATEMENT)) {
    await tx
      .insertInto('notification')
      .values(some.map((copy) => ({ ...copy, written_at: deps.nowMs() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  announceUsers(tx, active)
}

async function writeDeliveries(deps: UseCaseDeps, tx: Tx, rows: readonly DeliveryRow[]): Promise<void> {
  const mailed = rows.flatMap(({ way, target }) => (way === 'mail' ? [target] : []))
  const active = new Set(mailed.length === 0 ? [] : await deps.activeAmong(tx, [...new Set(mailed)]))
  for (const some of pieces(
    rows.filter(({ way, target }) => way === 'webhook' || active.has(target)),
    PER_STATEMENT,
  )) {
    await tx
      .insertInto('notice_delivery')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (rows.length > 0) publishWith(tx, OUTBOX_TOPIC, '')
}

/**
 * Hands on what was told and waits: a copy to each person, a delivery to each webhook and mail box. Begun again after a
 * kill it writes the same rows, which are kept once. Gives how many notices there were.
 */
export async function spreadBatch(deps: UseCaseDeps, lease: Lease): Promise<number> {
  const notices = await waitingNotices(deps).selectAll().orderBy('id').limit(NOTICES).execute()
  if (notices.length === 0) return 0
  const { copies, deliveries, stopped } = await planOf(deps, notices)
  const early = [...pieces(copies, PER_WRITE)]
  const last = early.pop() ?? []
  for (const some of early) {
    await deps.store.write(async (tx) => {
      await lease.confirm(tx)
      await writeCopies(deps, tx, some)
    })
  }
  for (const some of pieces(deliveries, PER_WRITE)) {
    await deps.store.write(async (tx) => {
      await lease.confirm(tx)
      await writeDeliveries(deps, tx, some)
    })
  }
  await deps.store.write(async (tx) => {
    await lease.confirm(tx)
    await writeCopies(deps, tx, last)
    await stopWebhooks(deps, tx, stopped)
    const ids = notices.map(({ id }) => id)
    await tx.updateTable('notice').set({ is_waiting: 0 }).where('id', 'in', ids).execute()
  })
  return notices.length
}
