import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import type { AnyJob, TargetRef } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext, CataloguePlace, JobOrder } from '@qd/server-kit'
import { count, publishWith } from '@qd/store'
import type { Kysely } from 'kysely'
import { OPEN_STATES, jobsErrors } from '../contract/index.ts'
import { NO_ROWS, cutIntoChunks } from './chunk-rows.ts'
import { tokenOf } from './engine/check-standing.ts'
import { JOBS_TOPIC, newsOf } from './job-news.ts'
import type { JobTables, StoredJob } from './job-tables.ts'
import { titleColumns } from './job-title.ts'
import type { UseCaseDeps } from './jobs-deps.ts'

export const MOST_ROWS = 500_000
/** Jobs of one person that have not ended: rows nobody cleans away before they do. */
export const MOST_OPEN = 50
const CHUNK_ROWS = 100
const STOP_PERCENT = 5
/** Text written in one go: the writer is held for some milliseconds. */
const SLICE_CHARS = 200_000
const SLICE_CHUNKS = 100

interface CutChunk {
  first: number
  count: number
  rows: string
}

interface CutOrder {
  chunks: CutChunk[]
  hash: string
}

/** The rows as texts of chunks, and the fingerprint of the whole order; others have their turn in between. */
async function cutOrder(order: JobOrder<AnyJob>, scope: string, chunkSize: number): Promise<CutOrder> {
  const hash = createHash('sha256').update(JSON.stringify([order.job.name, scope, order.params]))
  const chunks: CutChunk[] = []
  let first = 0
  for (const rows of cutIntoChunks(order.rows, chunkSize)) {
    const text = JSON.stringify(rows.map(({ key, input }) => ({ key, input: input as unknown })))
    hash.update(text).update('\n')
    chunks.push({ first, count: rows.length, rows: text })
    first += rows.length
    if (chunks.length % 20 === 0) await nextTurn()
  }
  return { chunks, hash: hash.digest('hex') }
}

function* slicesOf(chunks: readonly CutChunk[]): Generator<{ n: number; chunk: CutChunk }[]> {
  let slice: { n: number; chunk: CutChunk }[] = []
  let chars = 0
  for (const [n, chunk] of chunks.entries()) {
    slice.push({ n, chunk })
    chars += chunk.rows.length
    if (chars < SLICE_CHARS && slice.length < SLICE_CHUNKS) continue
    yield slice
    slice = []
    chars = 0
  }
  if (slice.length > 0) yield slice
}

/** Writes the chunks of a job that is not there yet; without it they mean nothing and are cleaned away. */
async function writeChunks(deps: UseCaseDeps, jobId: string, chunks: readonly CutChunk[]): Promise<void> {
  for (const slice of slicesOf(chunks)) {
    await deps.store.write(async (tx) => {
      await tx
        .insertInto('job_chunk')
        .values(
          slice.map(({ n, chunk }) => ({
            job_id: jobId,
            n,
            first_seq: chunk.first,
            row_count: chunk.count,
            state: 'waiting' as const,
            ...NO_ROWS,
            redo_failed: 0,
            redo_unknown: 0,
            round: 0,
            deferred: 0,
            outcomes: null,
          })),
        )
        .execute()
      await tx
        .insertInto('job_chunk_rows')
        .values(slice.map(({ n, chunk }) => ({ job_id: jobId, n, rows: chunk.rows })))
        .execute()
    })
  }
}

/** What finds the place anew, after a restart or on another node. */
function targetOf({ game, operator, lineId, sId, uId }: CataloguePlace): TargetRef {
  return JSON.parse(JSON.stringify({ game, operator, lineId, sId, uId })) as TargetRef
}

interface JobRowParts {
  ctx: CallContext
  order: JobOrder<AnyJob>
  jobId: string
  cut: CutOrder
  named: Pick<StoredJob, 'name' | 'title'>
  nowMs: number
}

function jobRow({ ctx, order, jobId, cut, named, nowMs }: JobRowParts): StoredJob {
  const { caller, place } = ctx
  return {
    id: jobId,
    kind: order.job.name,
    ...named,
    params: JSON.stringify(order.params),
    scope: scopePath(place),
    target: JSON.stringify(targetOf(place)),
    environment: place.environment ?? null,
    starter_id: caller.userId,
    idempotency_key: order.idempotencyKey,
    order_hash: cut.hash,
    owner_id: caller.userId,
    owner: caller.username,
    owner_token: tokenOf(caller),
    lang: ctx.lang,
    reason: order.reason,
    request_id: ctx.requestId,
    state: 'queued',
    why: '',
    fault: '',
    total_rows: order.rows.length,
    ...NO_ROWS,
    stop_percent: order.stopAtFailedPercent ?? STOP_PERCENT,
    base_worked: 0,
    base_bad: 0,
    tries: 0,
    not_before: 0,
    is_touched: 0,
    created_at: nowMs,
    started_at: null,
    ended_at: null,
    updated_at: nowMs,
  }
}

type Started = { jobId: string; replayed: boolean }

async function startedBefore(
  db: Kysely<JobTables>,
  starterId: string,
  order: JobOrder<AnyJob>,
  hash: string,
): Promise<Started | null> {
  const found = await db
    .selectFrom('job')
    .select(['id', 'order_hash'])
    .where('starter_id', '=', starterId)
    .where('idempotency_key', '=', order.idempotencyKey)
    .executeTakeFirst()
  if (found === undefined) return null
  if (found.order_hash === hash) return { jobId: found.id, replayed: true }
  throw new AppError(coreErrors.idempotency_conflict, { field: 'idempotencyKey' })
}

/** Stores a job with its rows: the rows in small writes first, then the job together with the audit row of the call. */
export async function startJob(
  deps: UseCaseDeps,
  ctx: CallContext,
  order: JobOrder<AnyJob>,
): Promise<Started> {
  if (order.rows.length === 0) throw new AppError(jobsErrors.job_without_rows)
  if (order.rows.length > MOST_ROWS) {
    throw new AppError(jobsErrors.job_too_many_rows, { params: { most: MOST_ROWS } })
  }
  const served = deps.kindOf(order.job.name)
  if (served === undefined) throw new Error(`nobody serves jobs of the kind ${order.job.name}`)
  const cut = await cutOrder(order, scopePath(ctx.place), served.runner.chunkSize ?? CHUNK_ROWS)
  const { userId } = ctx.caller
  const known = await startedBefore(deps.store.read, userId, order, cut.hash)
  if (known !== null) {
    ctx.note({ ...known })
    return ctx.commit(async () => known)
  }
  const open = await count(deps.store.read, 'job', (jobs) =>
    jobs.where('starter_id', '=', userId).where('state', 'in', OPEN_STATES),
  )
  if (open >= MOST_OPEN) throw new AppError(jobsErrors.job_too_many_open, { params: { most: MOST_OPEN } })
  const jobId = uuidv7(deps.nowMs())
  await writeChunks(deps, jobId, cut.chunks)
  return ctx.commit<JobTables, Started>(async (tx) => {
    const named = titleColumns(deps, order.title, ctx.lang)
    const row = jobRow({ ctx, order, jobId, cut, named, nowMs: deps.nowMs() })
    const inserted = await tx
      .insertInto('job')
      .values(row)
      .onConflict((conflict) => conflict.columns(['starter_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Somebody sent the same order twice at once.
    const other = inserted === undefined ? await startedBefore(tx, userId, order, cut.hash) : null
    if (other === null) publishWith(tx, JOBS_TOPIC, JSON.stringify(newsOf(row)))
    const started = other ?? { jobId, replayed: false }
    ctx.note({ ...started, rows: order.rows.length })
    return started
  })
}
