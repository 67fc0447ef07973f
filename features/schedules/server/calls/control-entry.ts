import { AppError, coreErrors, riskAtLeast } from '@qd/contract-kit'
import type { Environment, RouteInput } from '@qd/contract-kit'
import { findPlaceAgain, tokenOf, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import type { Kysely } from 'kysely'
import { OPEN_RUNS, schedulesErrors } from '../../contract/index.ts'
import type { ScheduleDetail, scheduleEdit, scheduleRunNow } from '../../contract/index.ts'
import { dropWaiting } from '../engine/end-run.ts'
import { timingOf } from '../entry-clock.ts'
import { forgetAhead } from '../forget-ahead.ts'
import { checkedClock } from '../rules/rule-clock.ts'
import type { ScheduleTables, StoredSchedule } from '../schedule-tables.ts'
import { SCHEDULES_TOPIC } from '../schedules-deps.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { checkTiming } from './create-entry.ts'
import { detailOf, mayDrive, wasApproved } from './show-entry.ts'
import { findEntry, isOwnEntry, mayManage } from './visible.ts'
import { weighEntry } from './weigh-entry.ts'

type Tx = Kysely<ScheduleTables>
type Change = Partial<Omit<StoredSchedule, 'id' | 'revision'>>

const wrongState = () => new AppError(schedulesErrors.schedule_wrong_state)

/** An entry of a person that the caller may manage. */
async function managed(deps: UseCaseDeps, ctx: CallContext, scheduleId: string): Promise<StoredSchedule> {
  const entry = await findEntry(deps, ctx.caller, scheduleId)
  ctx.fileAt(entry.scope)
  if (entry.is_system === 1 || !mayManage(deps, ctx.caller, entry)) throw new AppError(coreErrors.forbidden)
  return entry
}

interface Driven {
  entry: StoredSchedule
  /** A step-up proof was given with the call. */
  isProven: boolean
}

/** An entry whose work the caller may set off, maybe at other times: as the gate wants it for what it weighs now. */
async function driven(
  deps: UseCaseDeps,
  ctx: CallContext,
  { scheduleId, atOtherTimes }: { scheduleId: string; atOtherTimes: boolean },
): Promise<Driven> {
  const entry = await findEntry(deps, ctx.caller, scheduleId)
  ctx.fileAt(entry.scope)
  if (!mayDrive(deps, ctx.caller, entry)) throw new AppError(coreErrors.forbidden)
  if (atOtherTimes && wasApproved(entry)) throw new AppError(schedulesErrors.schedule_approved)
  const risk = await weighEntry(deps, ctx, entry)
  const place = findPlaceAgain(deps.scope, entry) ?? { environment: entry.environment as Environment }
  const targetName = place.server?.serviceName ?? place.lineId ?? entry.scope
  await ctx.confirm({ risk, place, targetName })
  return { entry, isProven: riskAtLeast(risk, 'R4') }
}

/** Changes the entry as it was seen; of two who change it at once the second is refused. */
async function change(tx: Tx, seen: StoredSchedule, to: Change, nowMs: number): Promise<StoredSchedule> {
  const changed = await tx
    .updateTable('schedule')
    .set({ ...to, revision: seen.revision + 1, updated_at: nowMs })
    .where('id', '=', seen.id)
    .where('revision', '=', seen.revision)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw new AppError(schedulesErrors.schedule_changed)
  publishWith(tx, SCHEDULES_TOPIC, seen.id)
  return changed
}

/** Stands still until somebody resumes it; a run that has begun goes on. */
export async function pauseEntry(
  deps: UseCaseDeps,
  scheduleId: string,
  ctx: CallContext,
): Promise<ScheduleDetail> {
  const entry = await managed(deps, ctx, scheduleId)
  if (entry.state !== 'active') throw wrongState()
  const nowMs = deps.nowMs()
  const paused = await ctx.commit<ScheduleTables, StoredSchedule>(async (tx) => {
    ctx.changed({ state: entry.state }, { state: 'paused' })
    const stood = await change(tx, entry, { state: 'paused', next_at: null }, nowMs)
    await dropWaiting(tx, entry.id, nowMs)
    return stood
  })
  return detailOf(deps, ctx, paused)
}

const AFRESH = { state: 'active', why: '', fault: '', fault_words: null } as const
const PROVEN = { is_proven: 1 as const }

/** Goes on with the next due time. Its owner gives it the rights they have where they say so, as with a job. */
export async function resumeEntry(
  deps: UseCaseDeps,
  scheduleId: string,
  ctx: CallContext,
): Promise<ScheduleDetail> {
  const { entry, isProven } = await driven(deps, ctx, { scheduleId, atOtherTimes: false })
  if (entry.is_system === 1) throw new AppError(coreErrors.forbidden)
  if (entry.state !== 'paused' && entry.state !== 'stopped') throw wrongState()
  const nowMs = deps.nowMs()
  const nextAt = checkedClock(timingOf(entry), nowMs).next(nowMs)
  const resumed = await ctx.commit<ScheduleTables, StoredSchedule>(async (tx) => {
    ctx.changed({ state: entry.state, why: entry.why }, { state: 'active' })
    const to: Change = {
      ...AFRESH,
      next_at: nextAt,
      ...(isOwnEntry(deps, ctx.caller, entry) ? { owner_token: tokenOf(ctx.caller) } : {}),
      ...(isProven ? PROVEN : {}),
    }
    const going = await change(tx, entry, to, nowMs)
    await forgetAhead(tx, entry.id, nowMs)
    return going
  })
  return detailOf(deps, ctx, resumed)
}

/** Changes when it runs; from here on, the new rule counts. */
export async function editEntry(
  deps: UseCaseDeps,
  { scheduleId, revision, timing }: RouteInput<typeof scheduleEdit>['body'],
  ctx: CallContext,
): Promise<ScheduleDetail> {
  const { entry, isProven } = await driven(deps, ctx, { scheduleId, atOtherTimes: true })
  const served = deps.kindOf(entry.kind)
  if (served === undefined) throw new AppError(coreErrors.forbidden)
  if (entry.revision !== revision) throw new AppError(schedulesErrors.schedule_changed)
  const nowMs = deps.nowMs()
  const nextAt = checkTiming(timing, served.schedule, nowMs)
  const { rule, zone, overlap, missed } = timing
  const isDue = entry.state === 'active' || entry.state === 'ended'
  const edited = await ctx.commit<ScheduleTables, StoredSchedule>(async (tx) => {
    ctx.changed(timingOf(entry), timing)
    const to: Change = {
      rule: JSON.stringify(rule),
      zone,
      overlap,
      missed,
      ...(isDue ? { state: 'active', next_at: nextAt } : {}),
      ...(isProven ? PROVEN : {}),
    }
    const changed = await change(tx, entry, to, nowMs)
    await forgetAhead(tx, entry.id, nowMs)
    return changed
  })
  return detailOf(deps, ctx, edited)
}

/** Deletes the entry with its history. */
export async function deleteEntry(deps: UseCaseDeps, scheduleId: string, ctx: CallContext): Promise<null> {
  const entry = await managed(deps, ctx, scheduleId)
  await ctx.commit<ScheduleTables, void>(async (tx) => {
    ctx.changed({ name: entry.name, ...timingOf(entry) }, null)
    await tx.deleteFrom('schedule').where('id', '=', entry.id).execute()
    await tx.deleteFrom('schedule_run').where('schedule_id', '=', entry.id).execute()
    await tx.deleteFrom('schedule_params').where('schedule_id', '=', entry.id).execute()
  })
  return null
}

/** Of other keys: the same press, sent twice at once, may have begun in between. */
async function assertNoneOpen(tx: Tx, entry: StoredSchedule, dueKey: string): Promise<void> {
  if (entry.overlap !== 'skip') return
  const open = await tx
    .selectFrom('schedule_run')
    .select('id')
    .where('schedule_id', '=', entry.id)
    .where('state', 'in', OPEN_RUNS)
    .where('due_key', '<>', dueKey)
    .limit(1)
    .executeTakeFirst()
  if (open !== undefined) throw new AppError(schedulesErrors.schedule_running)
}

/** Runs it once now, in its owner's name; the same key asks for one run only. */
export async function runNow(
  deps: UseCaseDeps,
  { scheduleId, idempotencyKey }: RouteInput<typeof scheduleRunNow>['body'],
  ctx: CallContext,
): Promise<ScheduleDetail> {
  const { entry, isProven } = await driven(deps, ctx, { scheduleId, atOtherTimes: true })
  if (entry.state === 'stopped') throw wrongState()
  const nowMs = deps.nowMs()
  await ctx.commit<ScheduleTables, void>(async (tx) => {
    const due_key = `now:${idempotencyKey}`
    const known = await tx
      .selectFrom('schedule_run')
      .select('id')
      .where('schedule_id', '=', entry.id)
      .where('due_key', '=', due_key)
      .executeTakeFirst()
    if (known !== undefined) return
    await assertNoneOpen(tx, entry, due_key)
    await tx
      .insertInto('schedule_run')
      .values({
        id: uuidv7(nowMs),
        schedule_id: entry.id,
        due_key,
        due_at: nowMs,
        state: 'waiting',
        is_late: 0,
        by_name: ctx.caller.username,
        job_id: null,
        msg: '',
        words: null,
        is_proven: isProven ? 1 : 0,
        started_at: null,
        ended_at: null,
      })
      // Somebody pressed the same button twice at once.
      .onConflict((conflict) => conflict.columns(['schedule_id', 'due_key']).doNothing())
      .execute()
    publishWith(tx, SCHEDULES_TOPIC, entry.id)
  })
  return detailOf(deps, ctx, entry)
}
