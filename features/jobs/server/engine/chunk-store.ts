import { parseJsonText } from '@qd/canonical-json'
import type { Lease, Store } from '@qd/store'
import type { ChunkOutcome } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import type { Kysely } from 'kysely'
import { countOutcomes, mergeOutcomes, pendingRows } from '../chunk-rows.ts'
import type { PendingRow, RowCounts, StoredOutcome, StoredRow } from '../chunk-rows.ts'
import { JOBS_TOPIC, newsOf } from '../job-news.ts'
import type { JobTables, StoredChunk, StoredJob } from '../job-tables.ts'

/** A chunk with what of it is to be worked on. */
export interface LoadedChunk {
  chunk: StoredChunk
  before: StoredOutcome[] | null
  pending: PendingRow[]
}

/** The first chunk that waits, of rows before `end`, those put off behind the others; undefined when all are done. */
export async function nextChunk(
  read: Kysely<JobTables>,
  jobId: string,
  end = Infinity,
): Promise<LoadedChunk | undefined> {
  let query = read
    .selectFrom('job_chunk')
    .innerJoin('job_chunk_rows', (join) =>
      join
        .onRef('job_chunk_rows.job_id', '=', 'job_chunk.job_id')
        .onRef('job_chunk_rows.n', '=', 'job_chunk.n'),
    )
    .selectAll('job_chunk')
    .select('job_chunk_rows.rows')
    .where('job_chunk.job_id', '=', jobId)
    .where('job_chunk.state', '=', 'waiting')
  if (end !== Infinity) query = query.where('job_chunk.first_seq', '<', end)
  const found = await query.orderBy('job_chunk.deferred').orderBy('job_chunk.n').limit(1).executeTakeFirst()
  if (found === undefined) return undefined
  const { rows, ...chunk } = found
  const before = chunk.outcomes === null ? null : (parseJsonText(chunk.outcomes) as StoredOutcome[])
  return { chunk, before, pending: pendingRows(chunk, parseJsonText(rows) as StoredRow[], before) }
}

/** Writes the outcomes of a waiting chunk; gives by how much the job's counters move. */
export async function writeOutcomes(
  tx: Kysely<JobTables>,
  { chunk, before, pending }: LoadedChunk,
  outcomes: ChunkOutcome['outcomes'],
): Promise<RowCounts> {
  const merged = mergeOutcomes(before, pending, outcomes)
  const counts = countOutcomes(merged)
  const isPutOff = merged.some(({ status }) => status === 'waiting')
  const written = await tx
    .updateTable('job_chunk')
    .set({
      state: isPutOff ? 'waiting' : 'done',
      deferred: isPutOff ? chunk.deferred + 1 : 0,
      ...counts,
      redo_failed: 0,
      redo_unknown: 0,
      outcomes: JSON.stringify(merged),
    })
    .where('job_id', '=', chunk.job_id)
    .where('n', '=', chunk.n)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (Number(written.numUpdatedRows) !== 1)
    throw new Error(`chunk ${chunk.n} of ${chunk.job_id} was not waiting`)
  return {
    done_rows: counts.done_rows - chunk.done_rows,
    failed_rows: counts.failed_rows - chunk.failed_rows,
    skipped_rows: counts.skipped_rows - chunk.skipped_rows,
    unknown_rows: counts.unknown_rows - chunk.unknown_rows,
  }
}

export interface ChunkCommit {
  outcome: ChunkOutcome
  nowMs: number
  isNews: boolean
  /** Indexes of all places whose rows were put off; absent: no further ones. */
  lost?: readonly number[] | undefined
}

/** Outcomes, counters and the feature's own rows in one transaction, refused to whoever lost the lease. */
export async function commitChunk(
  store: Store<JobTables>,
  lease: Lease,
  loaded: LoadedChunk,
  { outcome, nowMs, isNews, lost }: ChunkCommit,
): Promise<StoredJob> {
  return store.write(async (tx) => {
    await lease.confirm(tx)
    const moved = await writeOutcomes(tx, loaded, outcome.outcomes)
    // Tries are those of a server nothing came of since; one row that ended shows that something does.
    const isIdle = outcome.outcomes.every(({ status }) => status === 'waiting')
    const job = await tx
      .updateTable('job')
      .set((eb) => ({
        done_rows: eb('done_rows', '+', moved.done_rows),
        failed_rows: eb('failed_rows', '+', moved.failed_rows),
        skipped_rows: eb('skipped_rows', '+', moved.skipped_rows),
        unknown_rows: eb('unknown_rows', '+', moved.unknown_rows),
        ...(isIdle ? {} : { why: '' as const, tries: 0 }),
        ...(lost === undefined ? {} : { lost_places: JSON.stringify(lost) }),
        updated_at: nowMs,
      }))
      .where('id', '=', loaded.chunk.job_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await outcome.commit?.(tx)
    if (isNews) publishWith(tx, JOBS_TOPIC, JSON.stringify(newsOf(job)))
    return job
  })
}
