import type { Risk } from '@qd/contract-kit'
import type { AuditEntry } from '@qd/server-kit'
import type { Language } from '@qd/i18n'
import type { Kysely } from 'kysely'
import { SCHEDULE_RAN, SCHEDULE_STOPPED } from '../../contract/index.ts'
import type { ScheduleWhy } from '../../contract/index.ts'
import { tellFailed, tellStopped } from '../notices.ts'
import type { ScheduleTables, StoredRun, StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { plainColumns, say } from '../words.ts'
import type { Words } from '../words.ts'
import type { Running } from './running.ts'

type Tx = Kysely<ScheduleTables>

/** The audit row of what an entry did by itself, in its owner's name. */
export function entryOf(
  deps: UseCaseDeps,
  entry: StoredSchedule,
  action: string,
  detail: Record<string, unknown>,
): AuditEntry {
  const risk: Risk = deps.kindOf(entry.kind)?.schedule.risk ?? 'R1'
  return {
    requestId: entry.request_id,
    actorId: entry.owner_id,
    actor: entry.owner,
    sessionId: '',
    address: '',
    action,
    risk,
    scope: entry.scope,
    target: entry.id,
    reason: entry.reason,
    detail: { kind: entry.kind, name: entry.name, ...detail },
  }
}

export const ranDetail = (run: StoredRun): Record<string, unknown> => ({
  dueAt: run.due_at,
  ...(run.by_name === null ? {} : { by: run.by_name }),
})

/** What the work itself has said, or why it failed. */
export type RunEnd =
  | { state: 'working' | 'done'; msg: string; jobId?: string }
  | { state: 'failed'; words: Words }

/** The columns that say how it went; the sentence in the owner's language is for the audit. */
function toldColumns({ deps, entry }: Running, end: RunEnd): { msg: string; words: string | null } {
  if (end.state !== 'failed') return plainColumns(end.msg)
  return { msg: say(deps, end.words, entry.lang as Language), words: JSON.stringify(end.words) }
}

async function writeEnd(running: Running, tx: Tx, end: RunEnd): Promise<void> {
  const { lease, entry, run, deps } = running
  await lease.confirm(tx)
  const ended = await tx
    .updateTable('schedule_run')
    .set({
      state: end.state,
      ...toldColumns(running, end),
      job_id: end.state === 'failed' ? null : (end.jobId ?? null),
      ended_at: end.state === 'working' ? null : deps.nowMs(),
    })
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (ended !== undefined && end.state === 'failed') {
    await tellFailed(deps, tx, { entry, about: run, words: end.words })
  }
}

/** Ends the run; in the audit, unless what it did stands there already. */
export function endRun(running: Running, end: RunEnd, isNoted: boolean): Promise<void> {
  const { deps, entry, run } = running
  if (isNoted) return deps.store.write((tx) => writeEnd(running, tx, end))
  const { msg } = toldColumns(running, end)
  const detail = { ...ranDetail(run), state: end.state, ...(msg === '' ? {} : { msg }) }
  return deps.audit.commit(entryOf(deps, entry, SCHEDULE_RAN, detail), (tx) => writeEnd(running, tx, end))
}

export interface Stop {
  why: Exclude<ScheduleWhy, ''>
  words: Words
}

/** What waits for its turn is given up. */
export async function dropWaiting(tx: Tx, scheduleId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('schedule_run')
    .set({ state: 'skipped', ended_at: nowMs })
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Stops the entry as it was seen; whether it did. Always before its runs are touched: nobody waits in a circle. */
async function markStopped(
  tx: Tx,
  entry: Pick<StoredSchedule, 'id'>,
  { why, words, fault, nowMs }: Stop & { fault: string; nowMs: number },
): Promise<boolean> {
  const stopped = await tx
    .updateTable('schedule')
    .set((eb) => ({
      state: 'stopped' as const,
      why,
      fault,
      fault_words: JSON.stringify(words),
      next_at: null,
      revision: eb('revision', '+', 1),
      updated_at: nowMs,
    }))
    .where('id', '=', entry.id)
    .where('state', '!=', 'stopped')
    .returning('id')
    .executeTakeFirst()
  await dropWaiting(tx, entry.id, nowMs)
  return stopped !== undefined
}

/** Stops an entry whose later times would fare no better; its owner and those who manage entries there are told. */
export function stopEntry(running: Running, { why, words }: Stop): Promise<void> {
  const { deps, entry, run, lease } = running
  const nowMs = deps.nowMs()
  const fault = say(deps, words, entry.lang as Language)
  const audited = entryOf(deps, entry, SCHEDULE_STOPPED, { ...ranDetail(run), why, fault })
  return deps.audit.commit(audited, async (anyTx) => {
    const tx: Tx = anyTx
    await lease.confirm(tx)
    const isStopped = await markStopped(tx, entry, { why, words, fault, nowMs })
    await tx
      .updateTable('schedule_run')
      .set({ state: 'failed', msg: fault, words: JSON.stringify(words), ended_at: nowMs })
      .where('id', '=', run.id)
      .execute()
    if (isStopped) await tellStopped(deps, tx, { entry, about: run, words })
  })
}

/** Stops an entry whose rule this program cannot read, so that the others go on. */
export async function stopUnreadable(deps: UseCaseDeps, entry: StoredSchedule): Promise<void> {
  const words: Words = { text: 'schedules.unreadable' }
  const why = 'refused'
  const nowMs = deps.nowMs()
  const fault = say(deps, words, entry.lang as Language)
  await deps.audit.commit(entryOf(deps, entry, SCHEDULE_STOPPED, { why, fault }), async (anyTx) => {
    const tx: Tx = anyTx
    const isStopped = await markStopped(tx, entry, { why, words, fault, nowMs })
    const about = { id: `${entry.id}:${entry.revision}` }
    if (isStopped) await tellStopped(deps, tx, { entry, about, words })
  })
}
