import type { Lease } from '@qd/store'
import type { Kysely } from 'kysely'
import { WEBHOOK_TEST } from '../../contract/index.ts'
import type { DeliveryRow, NotificationTables } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { noteOutcome } from '../webhooks/note-outcome.ts'
import { backOffMs } from './back-off.ts'
import { closedLanes, waitingRows } from './due.ts'
import type { Later, Outcome, OutWay } from './way.ts'

type Tx = Kysely<NotificationTables>

/** A message at which the connection broke so often lets others go first. */
const STANDS_BACK_AFTER = 3

/** Deliveries that go one after another: all of a webhook, or all mail. */
export interface Lane {
  way: OutWay
  /** Empty: every target of the way. */
  target: string
}

interface LaneRun extends Lane {
  deps: UseCaseDeps
  lease: Lease
  signal: AbortSignal
}

function isClosed({ deps, way, target }: LaneRun): Promise<object | undefined> {
  return closedLanes(deps).where('way', '=', way.name).where('target', '=', target).executeTakeFirst()
}

/** A test goes first, and to a receiver that takes nothing too; then what happened, in its order. */
async function nextDue(run: LaneRun): Promise<DeliveryRow | undefined> {
  const { deps, way, target } = run
  let query = waitingRows(deps).selectAll().where('way', '=', way.name).orderBy('notice_id').limit(1)
  if (target !== '') query = query.where('target', '=', target)
  const test = await query.where('kind', '=', WEBHOOK_TEST.name).executeTakeFirst()
  if (test !== undefined) return test
  return (await isClosed(run)) === undefined ? query.executeTakeFirst() : undefined
}

/** What is not taken now would not be taken a moment later either. */
function closesLane({ kind }: DeliveryRow, outcome: Outcome): outcome is Later {
  return outcome.kind === 'later' && outcome.what !== 'delivery' && kind !== WEBHOOK_TEST.name
}

/** Nothing goes to this receiver until then; it opens again with the first thing it takes. Gives when it is tried. */
async function closeLane({ deps, way, target }: LaneRun, tx: Tx, outcome: Later): Promise<number> {
  const lane = { way: way.name, target }
  const before = await tx
    .selectFrom('notice_lane')
    .select('tries')
    .where('way', '=', lane.way)
    .where('target', '=', lane.target)
    .executeTakeFirst()
  const tries = (before?.tries ?? 0) + 1
  const closed = { tries, not_before: deps.nowMs() + Math.max(backOffMs(deps, tries), outcome.afterMs ?? 0) }
  await tx
    .insertInto('notice_lane')
    .values({ ...lane, ...closed })
    .onConflict((conflict) => conflict.columns(['way', 'target']).doUpdateSet(closed))
    .execute()
  return closed.not_before
}

export function openLane(tx: Tx, way: string, target: string): Promise<unknown> {
  return tx.deleteFrom('notice_lane').where('way', '=', way).where('target', '=', target).execute()
}

const isTooOld = ({ deps, way }: LaneRun, { created_at }: DeliveryRow) =>
  deps.nowMs() - created_at >= way.giveUpMs

/** A test is tried once: who sent it waits for the answer. */
function isOver(run: LaneRun, delivery: DeliveryRow, outcome: Outcome): boolean {
  if (outcome.kind === 'never' || delivery.kind === WEBHOOK_TEST.name) return outcome.kind !== 'sent'
  return outcome.kind === 'later' && isTooOld(run, delivery)
}

/** By age and not by tries: what waited behind others for too long is as old as they are. */
async function giveUpOld(run: LaneRun, tx: Tx): Promise<void> {
  const { deps, way, target } = run
  const atMs = deps.nowMs()
  let query = tx
    .updateTable('notice_delivery')
    .set((eb) => ({
      state: 'given_up',
      ended_at: atMs,
      fault: eb.case().when('fault', '=', '').then('too_old').else(eb.ref('fault')).end(),
    }))
    .where('way', '=', way.name)
    .where('state', '=', 'waiting')
    .where('created_at', '<=', atMs - way.giveUpMs)
  if (target !== '') query = query.where('target', '=', target)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n || way.name !== 'webhook') return
  await noteOutcome(deps, tx, { webhookId: target, isSent: false, isGivenUp: true, atMs })
}

/** When it is tried next; 0: as soon as the receiver is. */
function nextTryMs({ deps }: LaneRun, outcome: Later, of: { tries: number; opensMs: number }): number {
  const { tries, opensMs } = of
  if (outcome.what === 'delivery') return deps.nowMs() + backOffMs(deps, tries)
  const standsBack = outcome.what === 'either' && tries >= STANDS_BACK_AFTER
  return standsBack ? opensMs + backOffMs(deps, tries) : 0
}

async function settle(run: LaneRun, tx: Tx, delivery: DeliveryRow, outcome: Outcome): Promise<void> {
  const { deps, way } = run
  const atMs = deps.nowMs()
  const tries = delivery.tries + 1
  const { status } = outcome
  const fault = outcome.kind === 'sent' ? '' : outcome.fault
  const isGivenUp = isOver(run, delivery, outcome)
  const set = (change: Partial<DeliveryRow>) =>
    tx
      .updateTable('notice_delivery')
      .set({ tries, status, fault, ...change })
      .where('id', '=', delivery.id)
      .where('state', '=', 'waiting')
      .execute()
  const isClosing = closesLane(delivery, outcome)
  const opensMs = isClosing ? await closeLane(run, tx, outcome) : atMs
  if (outcome.kind === 'sent') {
    await set({ state: 'sent', ended_at: atMs })
    await openLane(tx, way.name, run.target)
  } else if (isGivenUp || outcome.kind === 'never') {
    await set({ state: 'given_up', ended_at: atMs })
  } else {
    await set({ not_before: nextTryMs(run, outcome, { tries, opensMs }) })
  }
  if (isClosing) await giveUpOld(run, tx)
  if (way.name !== 'webhook' || (delivery.kind === WEBHOOK_TEST.name && outcome.kind !== 'sent')) return
  const isSent = outcome.kind === 'sent'
  await noteOutcome(deps, tx, { webhookId: delivery.target, isSent, isGivenUp, atMs })
}

async function sendOne(run: LaneRun, delivery: DeliveryRow): Promise<Outcome> {
  const notice = await run.deps.store.read
    .selectFrom('notice')
    .selectAll()
    .where('id', '=', delivery.notice_id)
    .executeTakeFirst()
  if (notice === undefined) return { kind: 'never', status: null, fault: 'gone' }
  return run.way.send({ delivery, notice, signal: run.signal })
}

/** Sends what is due, one after another, until the turn is over or the receiver does not take it. */
export async function runLane(run: LaneRun): Promise<void> {
  const { deps, lease, signal } = run
  const overMs = performance.now() + deps.timing.turnMs
  while (!signal.aborted && performance.now() < overMs) {
    const delivery = await nextDue(run)
    if (delivery === undefined) return
    if (isTooOld(run, delivery)) {
      await deps.store.write(async (tx) => {
        await lease.confirm(tx)
        await giveUpOld(run, tx)
      })
      continue
    }
    const outcome = await sendOne(run, delivery)
    // What was given up because the node stops is tried again by another one, under the same id.
    if (signal.aborted && outcome.kind !== 'sent') return
    await deps.store.write(async (tx) => {
      await lease.confirm(tx)
      await settle(run, tx, delivery, outcome)
    })
    if (closesLane(delivery, outcome)) return
  }
}
