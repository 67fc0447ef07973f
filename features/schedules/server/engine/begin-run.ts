import type { Lease } from '@qd/store'
import type { Kysely } from 'kysely'
import { ON_TIME_MS } from '../rules/plan-due.ts'
import type { ScheduleTables, StoredRun, StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { doRun } from './do-run.ts'

type Tx = Kysely<ScheduleTables>

async function isOneUnderWay(tx: Tx, { id, schedule_id: entryId }: StoredRun): Promise<boolean> {
  const other = await tx
    .selectFrom('schedule_run')
    .select('id')
    .where('schedule_id', '=', entryId)
    .where('id', '!=', id)
    .where('state', 'in', ['running', 'working'])
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Since when it might have begun: its due time, or the end of the run it waited for. */
async function readySince(tx: Tx, { schedule_id: entryId, due_at: dueAt }: StoredRun): Promise<number> {
  const { last } = await tx
    .selectFrom('schedule_run')
    .select((eb) => eb.fn.max('ended_at').as('last'))
    .where('schedule_id', '=', entryId)
    .where('state', 'in', ['done', 'failed'])
    .executeTakeFirstOrThrow()
  return Math.max(dueAt, Number(last ?? 0))
}

/** How a run that waits begins: not yet, not at all, or how late. */
async function firstStep(
  tx: Tx,
  entry: StoredSchedule,
  run: StoredRun,
  nowMs: number,
): Promise<Partial<StoredRun> | null> {
  if (entry.overlap !== 'both' && (await isOneUnderWay(tx, run))) return null
  if (run.by_name !== null || nowMs - run.due_at <= ON_TIME_MS) return { state: 'running' }
  const isMissed = entry.missed === 'skip' && nowMs - (await readySince(tx, run)) > ON_TIME_MS
  return isMissed ? { state: 'missed', is_late: 0, ended_at: nowMs } : { state: 'running', is_late: 1 }
}

type Begun = { run: StoredRun; entry: StoredSchedule }

/** Begins a run, or one whose node has died again; null where it must not, or has ended meanwhile. */
async function begin(deps: UseCaseDeps, lease: Lease, runId: string): Promise<Begun | null> {
  const nowMs = deps.nowMs()
  return deps.store.write(async (tx) => {
    await lease.confirm(tx)
    const seen = await tx.selectFrom('schedule_run').selectAll().where('id', '=', runId).executeTakeFirst()
    if (seen === undefined) return null
    // Locks the entry, so that of two of its runs only one begins.
    const entry = await tx
      .updateTable('schedule')
      .set((eb) => ({ revision: eb.ref('revision') }))
      .where('id', '=', seen.schedule_id)
      .returningAll()
      .executeTakeFirst()
    if (entry === undefined) return null
    const step = seen.state === 'waiting' ? await firstStep(tx, entry, seen, nowMs) : { state: seen.state }
    if (step === null) return null
    const run = await tx
      .updateTable('schedule_run')
      .set({ ...step, ...(step.state === 'running' ? { started_at: nowMs } : {}) })
      .where('id', '=', runId)
      .where('state', '=', seen.state)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst()
    return run?.state === 'running' ? { run, entry } : null
  })
}

/** Works on a run as long as this node holds its lease; false when another node does. */
export function workOnRun(deps: UseCaseDeps, runId: string, stopping: AbortSignal): Promise<boolean> {
  return deps.leases.run({ name: `schedule:${runId}`, ttlMs: deps.timing.leaseMs }, async (lease) => {
    const begun = await begin(deps, lease, runId)
    if (begun === null) return
    await doRun({ deps, lease, ...begun, signal: AbortSignal.any([lease.signal, stopping]) })
  })
}
