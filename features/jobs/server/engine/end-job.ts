import { parseJsonText } from '@qd/canonical-json'
import type { AuditEntry } from '@qd/server-kit'
import type { Language } from '@qd/i18n'
import type { Kysely } from 'kysely'
import { JOB_ENDED } from '../../contract/index.ts'
import type { JobMove, JobWhy } from '../../contract/index.ts'
import { countersOf } from '../job-news.ts'
import { countOutcomes, giveUpWaits } from '../chunk-rows.ts'
import type { StoredOutcome } from '../chunk-rows.ts'
import type { JobTables, StoredJob } from '../job-tables.ts'
import { badRows, workedRows } from '../failure-limit.ts'
import { moveJob } from '../move-job.ts'
import { tellEnded } from '../tell-owner.ts'
import type { JobChange } from '../move-job.ts'
import { nextChunk, writeOutcomes } from './chunk-store.ts'
import type { RunningJob } from './running-job.ts'

const CHUNKS_PER_WRITE = 50

/** How a job ends whose chunks are all worked on or given up. */
export function endingOf(job: StoredJob): JobMove {
  if (workedRows(job) < job.total_rows) return 'dropAgain'
  if (badRows(job) === 0) return 'succeed'
  return badRows(job) === workedRows(job) ? 'fail' : 'failPartly'
}

function endEntry(running: RunningJob, job: StoredJob): AuditEntry {
  const { risk } = running.deps.kindOf(job.kind)?.job ?? { risk: 'R2' as const }
  return {
    requestId: job.request_id,
    actorId: job.owner_id,
    actor: job.owner,
    sessionId: '',
    address: '',
    action: JOB_ENDED,
    risk,
    scope: job.scope,
    target: job.id,
    reason: job.reason,
    detail: {
      kind: job.kind,
      name: job.name,
      state: job.state,
      ...countersOf(job),
      ...(job.fault === '' ? {} : { fault: job.fault }),
    },
  }
}

/** Ends the job and notes in the audit how; nothing when it was moved elsewhere meanwhile. */
async function endWith(
  running: RunningJob,
  move: JobMove,
  change: JobChange,
  before: (tx: Kysely<JobTables>) => Promise<JobChange> = async () => ({}),
): Promise<void> {
  const { deps, lease, jobId } = running
  const nowMs = deps.nowMs()
  let ended: StoredJob | undefined
  const entry = () => endEntry(running, ended!)
  await deps.audit.commit(entry, async (anyTx) => {
    const tx: Kysely<JobTables> = anyTx
    await lease.confirm(tx)
    const also = await before(tx)
    ended = await moveJob(tx, jobId, move, { ...change, ...also, ended_at: nowMs, nowMs })
    if (ended === undefined) throw new Error(`job ${jobId} could not ${move}`)
    await tellEnded(deps, anyTx, { job: ended, move })
  })
}

export function endJob(running: RunningJob, job: StoredJob): Promise<void> {
  return endWith(running, endingOf(job), { why: '', is_touched: 0, tries: 0 })
}

/** A fault of the runner: all later rows would meet it too. What was worked on can be gone on from once it is mended. */
export function failJob(running: RunningJob, fault: string, isTouched: boolean): Promise<void> {
  return endWith(running, 'fail', { why: '', fault, is_touched: isTouched ? 1 : 0, tries: 0 })
}

/** What may have been done in part is not known to be undone: said so, and asked again by its own key. */
function giveUpTouched({ deps, lease }: RunningJob, jobId: string, msg: string): Promise<void> {
  return deps.store.write(async (tx) => {
    await lease.confirm(tx)
    const loaded = await nextChunk(tx, jobId)
    if (loaded !== undefined) {
      const outcomes = loaded.pending.map(() => ({
        status: 'unknown' as const,
        code: 'job_interrupted',
        msg,
      }))
      await writeOutcomes(tx, loaded, outcomes)
    }
    await tx.updateTable('job').set({ is_touched: 0 }).where('id', '=', jobId).execute()
  })
}

/** Some chunks with rows that wait for their server; false when there are no more. */
function giveUpSomeWaits({ deps, lease }: RunningJob, jobId: string, msg: string): Promise<boolean> {
  return deps.store.write(async (tx) => {
    await lease.confirm(tx)
    const chunks = await tx
      .selectFrom('job_chunk')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('state', '=', 'waiting')
      .where('deferred', '>', 0)
      .limit(CHUNKS_PER_WRITE)
      .execute()
    for (const { n, outcomes } of chunks) {
      const given = giveUpWaits(parseJsonText(outcomes ?? '[]') as StoredOutcome[], msg)
      const ended = { state: 'done', deferred: 0, redo_failed: 0, redo_unknown: 0 } as const
      await tx
        .updateTable('job_chunk')
        .set({ ...ended, ...countOutcomes(given), outcomes: JSON.stringify(given) })
        .where('job_id', '=', jobId)
        .where('n', '=', n)
        .execute()
    }
    return chunks.length === CHUNKS_PER_WRITE
  })
}

/** Rows to be tried again keep the end they had; all others that wait are given up. */
async function giveUpWaiting(tx: Kysely<JobTables>, jobId: string): Promise<void> {
  const waiting = tx.updateTable('job_chunk').where('job_id', '=', jobId).where('state', '=', 'waiting')
  await waiting.set({ state: 'dropped' }).where('outcomes', 'is', null).execute()
  await waiting
    .set((eb) => ({
      state: 'done' as const,
      failed_rows: eb('failed_rows', '+', eb.ref('redo_failed')),
      unknown_rows: eb('unknown_rows', '+', eb.ref('redo_unknown')),
      redo_failed: 0,
      redo_unknown: 0,
    }))
    .where('outcomes', 'is not', null)
    .execute()
}

async function countRows(tx: Kysely<JobTables>, jobId: string): Promise<JobChange> {
  const sums = await tx
    .selectFrom('job_chunk')
    .select((eb) => [
      eb.fn.sum<number | null>('done_rows').as('done_rows'),
      eb.fn.sum<number | null>('failed_rows').as('failed_rows'),
      eb.fn.sum<number | null>('skipped_rows').as('skipped_rows'),
      eb.fn.sum<number | null>('unknown_rows').as('unknown_rows'),
    ])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  // No chunk was read yet.
  return {
    done_rows: sums.done_rows ?? 0,
    failed_rows: sums.failed_rows ?? 0,
    skipped_rows: sums.skipped_rows ?? 0,
    unknown_rows: sums.unknown_rows ?? 0,
  }
}

interface GivenUp {
  move: 'drop' | 'fail'
  msg: string
  change: JobChange
}

/** Ends a job in the middle: what is done stays done, the rest is given up. */
async function giveUpRest(
  running: RunningJob,
  job: StoredJob,
  { move, msg, change }: GivenUp,
): Promise<void> {
  // In writes of their own: whoever goes on after a crash finds what is left.
  if (job.is_touched === 1) await giveUpTouched(running, job.id, msg)
  while (await giveUpSomeWaits(running, job.id, msg));
  await endWith(running, move, { ...change, is_touched: 0, tries: 0 }, async (tx) => {
    await giveUpWaiting(tx, job.id)
    return countRows(tx, job.id)
  })
}

/** Ends a job somebody cancelled. */
export function cancelJob(running: RunningJob, job: StoredJob): Promise<void> {
  const msg = running.deps.texts.text(job.lang as Language, 'jobs.interrupted')
  return giveUpRest(running, job, { move: 'drop', msg, change: { why: '' } })
}

/** Ends a job that can neither stand still nor go on elsewhere, and says why. */
export function endFixed(running: RunningJob, job: StoredJob, why: JobWhy): Promise<void> {
  const { texts } = running.deps
  const fault = texts.text(job.lang as Language, why === '' ? 'jobs.nodeLost' : 'jobs.notResumable')
  return giveUpRest(running, job, { move: 'fail', msg: fault, change: { why, fault } })
}
