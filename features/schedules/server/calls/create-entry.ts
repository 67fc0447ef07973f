import { createHash } from 'node:crypto'
import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import type { AnySchedule, ScheduleTiming } from '@qd/contract-kit'
import { targetOfPlace, tokenOf, uuidv7 } from '@qd/server-kit'
import type { CallContext, ScheduleOrder } from '@qd/server-kit'
import { count, publishWith } from '@qd/store'
import type { Kysely } from 'kysely'
import { schedulesErrors } from '../../contract/index.ts'
import { titleColumns } from '../entry-name.ts'
import { checkedClock } from '../rules/rule-clock.ts'
import type { ScheduleTables, StoredSchedule } from '../schedule-tables.ts'
import { SCHEDULES_TOPIC } from '../schedules-deps.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'

/** Entries of one person. */
export const MOST_ENTRIES = 200

type Made = { scheduleId: string; nextAt: number | null; replayed: boolean }

/** Refuses timing nobody can keep; answers with the first due time. */
export function checkTiming(timing: ScheduleTiming, schedule: AnySchedule, nowMs: number): number {
  if (timing.overlap === 'both' && !schedule.mayOverlap) {
    throw new AppError(schedulesErrors.schedule_no_overlap, { field: 'timing.overlap' })
  }
  return checkedClock(timing, nowMs).next(nowMs)!
}

const hashOf = (order: ScheduleOrder<AnySchedule>, scope: string): string =>
  createHash('sha256')
    .update(JSON.stringify([order.schedule.name, scope, order.params, order.timing]))
    .digest('hex')

async function madeBefore(
  db: Kysely<ScheduleTables>,
  ownerId: string,
  { idempotencyKey }: ScheduleOrder<AnySchedule>,
  hash: string,
): Promise<Made | null> {
  const found = await db
    .selectFrom('schedule')
    .select(['id', 'order_hash', 'next_at'])
    .where('owner_id', '=', ownerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (found === undefined) return null
  if (found.order_hash === hash) return { scheduleId: found.id, nextAt: found.next_at, replayed: true }
  throw new AppError(coreErrors.idempotency_conflict, { field: 'idempotencyKey' })
}

interface RowParts {
  ctx: CallContext
  order: ScheduleOrder<AnySchedule>
  hash: string
  nextAt: number
  named: Pick<StoredSchedule, 'name' | 'title'>
  nowMs: number
}

function rowOf({ ctx, order, hash, nextAt, named, nowMs }: RowParts): StoredSchedule {
  const { caller, place } = ctx
  const { timing } = order
  return {
    id: uuidv7(nowMs),
    kind: order.schedule.name,
    is_system: 0,
    ...named,
    scope: scopePath(place),
    target: JSON.stringify(targetOfPlace(place)),
    environment: place.environment ?? null,
    owner_id: caller.userId,
    owner: caller.username,
    owner_token: tokenOf(caller),
    idempotency_key: order.idempotencyKey,
    order_hash: hash,
    lang: ctx.lang,
    reason: order.reason,
    request_id: ctx.requestId,
    rule: JSON.stringify(timing.rule),
    zone: timing.zone,
    overlap: timing.overlap,
    missed: timing.missed,
    state: 'active',
    why: '',
    fault: '',
    fault_words: null,
    is_proven: order.isProven === true ? 1 : 0,
    next_at: nextAt,
    taken_at: null,
    revision: 0,
    created_at: nowMs,
    updated_at: nowMs,
  }
}

/** Stores an entry with the audit row of its call. */
export async function createEntry(
  deps: UseCaseDeps,
  ctx: CallContext,
  order: ScheduleOrder<AnySchedule>,
): Promise<Made> {
  const nowMs = deps.nowMs()
  if (deps.kindOf(order.schedule.name) === undefined) {
    throw new Error(`nobody serves entries of the kind ${order.schedule.name}`)
  }
  const nextAt = checkTiming(order.timing, order.schedule, nowMs)
  const hash = hashOf(order, scopePath(ctx.place))
  const { userId } = ctx.caller
  return ctx.commit<ScheduleTables, Made>(async (tx) => {
    const replay = async () => {
      const known = await madeBefore(tx, userId, order, hash)
      if (known !== null) ctx.note({ scheduleId: known.scheduleId, replayed: true })
      return known
    }
    const known = await replay()
    if (known !== null) return known
    const entries = await count(tx, 'schedule', (all) => all.where('owner_id', '=', userId))
    if (entries >= MOST_ENTRIES) {
      throw new AppError(schedulesErrors.schedules_full, { params: { most: MOST_ENTRIES } })
    }
    const named = titleColumns(deps, order.title, ctx.lang)
    const row = rowOf({ ctx, order, hash, nextAt, named, nowMs })
    const inserted = await tx
      .insertInto('schedule')
      .values(row)
      .onConflict((conflict) => conflict.columns(['owner_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Somebody sent the same order twice at once.
    if (inserted === undefined) return (await replay())!
    await tx
      .insertInto('schedule_params')
      .values({ schedule_id: row.id, params: JSON.stringify(order.params) })
      .execute()
    publishWith(tx, SCHEDULES_TOPIC, row.id)
    ctx.note({ scheduleId: row.id, timing: order.timing, nextAt })
    return { scheduleId: row.id, nextAt, replayed: false }
  })
}
