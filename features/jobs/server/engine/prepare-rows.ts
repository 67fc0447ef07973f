import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { inBackground, JobPause } from '@qd/server-kit'
import type { Caller, CataloguePlace, RowBatch } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import { jobsErrors } from '../../contract/index.ts'
import { RowCutter, storedRow } from '../cut-rows.ts'
import type { CutChunk } from '../cut-rows.ts'
import { JOBS_TOPIC, newsOf } from '../job-news.ts'
import { placeNow, placesOf } from '../job-places.ts'
import type { StoredJob } from '../job-tables.ts'
import { CHUNK_ROWS } from '../keep-rows.ts'
import { stagesOf } from '../stages.ts'
import { deleteChunks, insertChunks } from '../write-chunks.ts'
import { checkStanding } from './check-standing.ts'
import type { RunningJob } from './running-job.ts'
import { withinTime } from './within-time.ts'
import { jobRun } from './work-on-chunk.ts'

function cutBatch(cutter: RowCutter, { rows }: RowBatch): CutChunk[] {
  const chunks = rows.flatMap((row) => cutter.take(storedRow(row)) ?? [])
  const rest = cutter.rest()
  return rest === null ? chunks : [...chunks, rest]
}

/** The rows of a batch and what reading goes on from, in one transaction: after a crash nothing is there twice. */
async function commitBatch(
  { deps, lease }: RunningJob,
  job: StoredJob,
  { chunks, total, cursor }: { chunks: readonly CutChunk[]; total: number; cursor: unknown },
): Promise<StoredJob> {
  return deps.store.write(async (tx) => {
    await lease.confirm(tx)
    await insertChunks(tx, job.id, chunks, job.chunk_count)
    const after = await tx
      .updateTable('job')
      .set({
        total_rows: total,
        chunk_count: job.chunk_count + chunks.length,
        cursor: JSON.stringify(cursor),
        updated_at: deps.nowMs(),
      })
      .where('id', '=', job.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    publishWith(tx, JOBS_TOPIC, JSON.stringify(newsOf(after)))
    return after
  })
}

/** All rows are there: what was expected is what is. */
async function ready({ deps, lease }: RunningJob, job: StoredJob): Promise<StoredJob> {
  if (job.total_rows === 0) throw new AppError(jobsErrors.job_without_rows)
  return deps.store.write(async (tx) => {
    await lease.confirm(tx)
    const after = await tx
      .updateTable('job')
      .set({ is_ready: 1, expected_rows: job.total_rows, updated_at: deps.nowMs() })
      .where('id', '=', job.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    publishWith(tx, JOBS_TOPIC, JSON.stringify(newsOf(after)))
    return after
  })
}

/** Forgets what was read: it may be the rows of another list, of which going on would leave some out and double others. */
export async function forgetRows({ deps, lease, jobId }: RunningJob): Promise<void> {
  await deps.store.write(async (tx) => {
    await lease.confirm(tx)
    const none = { cursor: null, total_rows: 0, chunk_count: 0, updated_at: deps.nowMs() }
    await tx.updateTable('job').set(none).where('id', '=', jobId).where('is_ready', '=', 0).execute()
  })
  await deleteChunks(deps.store, jobId, (tx) => lease.confirm(tx))
}

/** The places of its rows: without one of them a list would not be what its owner has seen. */
async function heldPlaces(
  { deps, lease }: RunningJob,
  job: StoredJob,
  owner: Caller,
): Promise<CataloguePlace[]> {
  const { permission } = deps.kindOf(job.kind)!.job
  const places = placesOf(job).map((each) => placeNow(deps, owner, permission, each))
  const lost = places.flatMap((place, index) => (typeof place === 'string' ? [index] : []))
  const [why] = places.filter((place) => typeof place === 'string')
  if (why === undefined) return places.filter((place) => typeof place === 'object')
  await deps.store.write(async (tx) => {
    await lease.confirm(tx)
    const change = { lost_places: JSON.stringify(lost) }
    await tx.updateTable('job').set(change).where('id', '=', job.id).execute()
  })
  throw new JobPause(why, 'rows lie where the owner may not do this now')
}

/** The reader of the kind, from where the last batch ended, in the owner's name as of now. */
async function openBatches(running: RunningJob, job: StoredJob) {
  const { deps, halted: signal } = running
  const served = deps.kindOf(job.kind)
  if (served?.runner.prepare === undefined) throw new Error(`no kind ${job.kind} that reads its rows`)
  const { permission } = served.job
  const standing = await checkStanding(deps, job, permission)
  if ('why' in standing) throw new JobPause(standing.why, 'the owner may not do this now')
  const places = await heldPlaces(running, job, standing.caller)
  const run = { ...jobRun(running, { job, served, standing, signal }), places }
  const cursor = job.cursor === null ? null : parseJsonText(job.cursor)
  const batches = served.runner.prepare(parseJsonText(job.source ?? 'null') as never, run, cursor)
  const { chunkSize: chunkRows = CHUNK_ROWS, chunkTimeoutMs: limitMs } = served.runner
  return { batches: batches[Symbol.asyncIterator](), run, chunkRows, limitMs }
}

/**
 * Reads the rows of a job and keeps them batch by batch. Null when it was told to end before all are there: what was read
 * stays, and reading goes on from there.
 */
export async function prepareRows(running: RunningJob, given: StoredJob): Promise<StoredJob | null> {
  const { slots, halted, asked } = running
  let job = given
  // Left by a node that died while it forgot them.
  if (job.cursor === null) await deleteChunks(running.deps.store, job.id, (tx) => running.lease.confirm(tx))
  const { batches, run, chunkRows, limitMs } = await openBatches(running, job)
  const cutter = new RowCutter(chunkRows, stagesOf(job), job.total_rows)
  try {
    for (;;) {
      if (running.isStopping() || asked.aborted) return null
      const release = await slots.take(halted)
      try {
        const batch = await withinTime({ limitMs, signals: [] }, () =>
          inBackground(() => batches.next(), run.lang),
        )
        if (batch.done === true) return await ready(running, job)
        const chunks = cutBatch(cutter, batch.value)
        job = await commitBatch(running, job, { chunks, total: cutter.seq, cursor: batch.value.cursor })
      } finally {
        release()
      }
    }
  } finally {
    // Not waited for: a reader that hangs would never be done with it.
    void batches.return?.().catch(() => undefined)
  }
}
