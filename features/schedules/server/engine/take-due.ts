import { uuidv7 } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import type { MissedRule, OverlapRule } from '@qd/contract-kit'
import { OPEN_RUNS } from '../../contract/index.ts'
import { clockOf } from '../entry-clock.ts'
import { forgetAhead } from '../forget-ahead.ts'
import { ON_TIME_MS, planDue } from '../rules/plan-due.ts'
import type { DueRun, OpenRuns } from '../rules/plan-due.ts'
import type { RuleClock } from '../rules/rule-clock.ts'
import type { ScheduleTables, StoredRun, StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { stopUnreadable } from './end-run.ts'

/** More than the clocks of two nodes differ by; no rule has two times within it. */
const AHEAD_MS = ON_TIME_MS
/** Entries whose times are taken in one transaction. */
const PER_WRITE = 20
const MOST_DUE = 500

type Tx = Kysely<ScheduleTables>

async function openRunsOf(tx: Tx, scheduleId: string): Promise<OpenRuns> {
  const runs = await tx
    .selectFrom('schedule_run')
    .select('state')
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', OPEN_RUNS)
    .execute()
  return { open: runs.length, waiting: runs.filter(({ state }) => state === 'waiting').length }
}

function rowOf(
  scheduleId: string,
  { dueAt, state, isLate }: DueRun,
  { nowMs, index }: { nowMs: number; index: number },
): StoredRun {
  return {
    // Ids of one millisecond have no order of their own.
    id: uuidv7(nowMs + index),
    schedule_id: scheduleId,
    due_key: `due:${dueAt}`,
    due_at: dueAt,
    state,
    is_late: isLate ? 1 : 0,
    by_name: null,
    job_id: null,
    msg: '',
    words: null,
    is_proven: 0,
    started_at: null,
    ended_at: state === 'waiting' ? null : nowMs,
  }
}

/** Entries that could not be read, with what was thrown. */
type Unread = Map<StoredSchedule, unknown>

/** What the rule of an entry says. One that throws is noted: it must not hold up the others. */
function readOrNote<T>(entry: StoredSchedule, unread: Unread, read: (clock: RuleClock) => T): T | undefined {
  try {
    return read(clockOf(entry))
  } catch (error) {
    unread.set(entry, error)
    return undefined
  }
}

/**
 * Takes the due times of one entry. Only the node that moves `next_at` from what it saw has them; a node that slept
 * meanwhile finds it moved and takes nothing.
 */
async function takeOne(tx: Tx, seen: StoredSchedule, nowMs: number, unread: Unread): Promise<boolean> {
  const { id, next_at: nextAt, overlap, missed } = seen
  if (nextAt === null) return false
  const due = { nextAt, overlap: overlap as OverlapRule, missed: missed as MissedRule }
  const before = await openRunsOf(tx, id)
  const plan = readOrNote(seen, unread, (clock) => planDue(due, clock, nowMs, before))
  if (plan === undefined) return false
  const moved = await tx
    .updateTable('schedule')
    .set({
      next_at: plan.nextAt,
      taken_at: plan.takenAt,
      updated_at: nowMs,
      ...(plan.nextAt === null ? { state: 'ended' as const } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('next_at', '=', nextAt)
    .where('revision', '=', seen.revision)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) return false
  if (plan.runs.length > 0) {
    await tx
      .insertInto('schedule_run')
      .values(plan.runs.map((run, index) => rowOf(id, run, { nowMs, index })))
      // A time that comes again after the clock was set back has had its run.
      .onConflict((conflict) => conflict.columns(['schedule_id', 'due_key']).doNothing())
      .execute()
  }
  return plan.runs.some(({ state }) => state === 'waiting')
}

/** Entries whose time has come, of the kinds this program knows. */
async function dueEntries(deps: UseCaseDeps, nowMs: number): Promise<StoredSchedule[]> {
  const kinds = [
    ...deps.kinds().map(({ schedule }) => schedule.name),
    ...deps.systemEntries().map(({ name }) => name),
  ]
  if (kinds.length === 0) return []
  return deps.store.read
    .selectFrom('schedule')
    .selectAll()
    .where('state', '=', 'active')
    .where('next_at', '<=', nowMs)
    .where('kind', 'in', kinds)
    .orderBy('next_at')
    .limit(MOST_DUE)
    .execute()
}

/**
 * A clock that ran ahead took times that were still to come and left the entry waiting for the time after them. Once the
 * clock is right again, the entry is due at its next real time; what has had its run is not run again, and what was noted as
 * missed or left out is still to come.
 */
async function comeBack(deps: UseCaseDeps, nowMs: number, unread: Unread): Promise<void> {
  const ahead = await deps.store.read
    .selectFrom('schedule')
    .selectAll()
    .where('state', 'in', ['active', 'ended'])
    .where('taken_at', '>', nowMs + AHEAD_MS)
    .limit(MOST_DUE)
    .execute()
  for (const entry of ahead) {
    const nextAt = readOrNote(entry, unread, (clock) => clock.next(nowMs))
    if (nextAt === undefined) continue
    await deps.store.write(async (tx) => {
      const moved = await tx
        .updateTable('schedule')
        .set({ next_at: nextAt, taken_at: nowMs, state: nextAt === null ? 'ended' : 'active' })
        .where('id', '=', entry.id)
        .where('taken_at', '=', entry.taken_at)
        .where('revision', '=', entry.revision)
        .returning('id')
        .executeTakeFirst()
      if (moved !== undefined) await forgetAhead(tx, entry.id, nowMs)
    })
  }
}

/** Takes every due time of now; whether there is something to run. */
export async function takeDue(deps: UseCaseDeps): Promise<boolean> {
  const nowMs = deps.nowMs()
  const unread: Unread = new Map()
  await comeBack(deps, nowMs, unread)
  // In one order on all nodes, so that no two of them wait for each other.
  const due = (await dueEntries(deps, nowMs)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  let isAny = false
  for (let at = 0; at < due.length; at += PER_WRITE) {
    const some = due.slice(at, at + PER_WRITE)
    const taken = await deps.store.write(async (tx) => {
      let isOneWaiting = false
      for (const entry of some) isOneWaiting = (await takeOne(tx, entry, nowMs, unread)) || isOneWaiting
      return isOneWaiting
    })
    isAny ||= taken
  }
  for (const [entry, error] of unread) {
    deps.log.error({ err: error, scheduleId: entry.id }, 'the rule of an entry cannot be read')
    await stopUnreadable(deps, entry)
  }
  return isAny
}
