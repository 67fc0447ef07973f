import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import type { AnyJob } from '@qd/contract-kit'
import { assertMayWrite, targetOfPlace, tokenOf, uuidv7 } from '@qd/server-kit'
import type { JobOrder, ServedJob, StartContext } from '@qd/server-kit'
import { count, publishWith } from '@qd/store'
import type { Kysely } from 'kysely'
import { OPEN_STATES, jobsErrors } from '../contract/index.ts'
import { NO_ROWS } from './chunk-rows.ts'
import { JOBS_TOPIC, newsOf } from './job-news.ts'
import { environmentOf, refuseForeignPlaces, storedPlaces } from './job-places.ts'
import type { JobTables, StoredJob } from './job-tables.ts'
import { titleColumns } from './job-title.ts'
import type { UseCaseDeps } from './jobs-deps.ts'
import { isRowSource, keepRows } from './keep-rows.ts'
import type { KeptRows } from './keep-rows.ts'

/** Jobs of one person that have not ended: rows nobody cleans away before they do. */
export const MOST_OPEN = 50
const STOP_PERCENT = 5

interface JobRowParts {
  ctx: StartContext
  order: JobOrder<AnyJob>
  jobId: string
  kept: KeptRows
  named: Pick<StoredJob, 'name' | 'title'>
  nowMs: number
}

/** Where rows come from, where they lie and in which stages they are worked on. */
function rowColumns({ rows, places = [], stages }: JobOrder<AnyJob>, kept: KeptRows) {
  return {
    source: isRowSource(rows) ? JSON.stringify(rows.from) : null,
    cursor: null,
    is_ready: isRowSource(rows) ? 0 : 1,
    expected_rows: isRowSource(rows) ? rows.expected : kept.rows,
    chunk_count: kept.chunks,
    places: places.length === 0 ? null : JSON.stringify(storedPlaces(places)),
    lost_places: null,
    stages: stages === undefined || stages.length === 0 ? null : JSON.stringify(stages),
    stage: 0,
    gate_until: null,
    total_rows: kept.rows,
  } as const
}

function jobRow({ ctx, order, jobId, kept, named, nowMs }: JobRowParts): StoredJob {
  const { caller } = ctx
  const place = order.at ?? ctx.place
  return {
    id: jobId,
    kind: order.job.name,
    ...named,
    params: JSON.stringify(order.params),
    scope: scopePath(place),
    target: JSON.stringify(targetOfPlace(place)),
    environment: environmentOf(place, order.places),
    starter_id: caller.userId,
    idempotency_key: order.idempotencyKey,
    order_hash: kept.hash,
    owner_id: caller.userId,
    owner: caller.username,
    owner_token: tokenOf(caller),
    lang: ctx.lang,
    reason: order.reason,
    request_id: ctx.requestId,
    state: 'queued',
    why: '',
    fault: '',
    ...rowColumns(order, kept),
    ...NO_ROWS,
    stop_percent: order.stopAtFailedPercent ?? STOP_PERCENT,
    base_worked: 0,
    base_bad: 0,
    tries: 0,
    not_before: 0,
    needs_proof: order.needsProof === true ? 1 : 0,
    is_touched: 0,
    cancelled_by: null,
    created_at: nowMs,
    started_at: null,
    ended_at: null,
    updated_at: nowMs,
  }
}

type Started = { jobId: string; replayed: boolean }
type Before = Pick<StoredJob, 'id' | 'order_hash' | 'expected_rows'>

function startedBefore(
  db: Kysely<JobTables>,
  starterId: string,
  { idempotencyKey }: Pick<JobOrder<AnyJob>, 'idempotencyKey'>,
): Promise<Before | undefined> {
  return db
    .selectFrom('job')
    .select(['id', 'order_hash', 'expected_rows'])
    .where('starter_id', '=', starterId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/** What the port tells of a job by the key of its start. */
export async function startedWith(
  { store }: Pick<UseCaseDeps, 'store'>,
  { userId }: { userId: string },
  idempotencyKey: string,
): Promise<{ jobId: string; rows: number } | null> {
  const found = await startedBefore(store.read, userId, { idempotencyKey })
  return found === undefined ? null : { jobId: found.id, rows: found.expected_rows }
}

/** The job that stands for the key; throws where it is one of another order. */
function sameOrder(found: Before, hash: string): Started {
  if (found.order_hash === hash) return { jobId: found.id, replayed: true }
  throw new AppError(coreErrors.idempotency_conflict, { field: 'idempotencyKey' })
}

function servedKind(deps: UseCaseDeps, { job, rows, stages = [] }: JobOrder<AnyJob>): ServedJob {
  const served = deps.kindOf(job.name)
  if (served === undefined) throw new Error(`nobody serves jobs of the kind ${job.name}`)
  const { runner } = served
  if (isRowSource(rows) && runner.prepare === undefined) throw new Error(`${job.name} does not read its rows`)
  if (runner.resumable === false && stages.length > 0)
    throw new Error(`a job of the kind ${job.name} cannot wait between stages`)
  return served
}

async function refuseTooMany({ store }: UseCaseDeps, userId: string): Promise<void> {
  const open = await count(store.read, 'job', (jobs) =>
    jobs.where('starter_id', '=', userId).where('state', 'in', OPEN_STATES),
  )
  if (open >= MOST_OPEN) throw new AppError(jobsErrors.job_too_many_open, { params: { most: MOST_OPEN } })
}

/** Stores a job with its rows: the rows in small writes first, then the job together with the audit row of the call. */
export async function startJob(
  deps: UseCaseDeps,
  ctx: StartContext,
  order: JobOrder<AnyJob>,
): Promise<Started> {
  assertMayWrite()
  const served = servedKind(deps, order)
  refuseForeignPlaces(deps, ctx.caller, order)
  const scope = scopePath(order.at ?? ctx.place)
  const { userId } = ctx.caller
  const before = await startedBefore(deps.store.read, userId, order)
  if (before !== undefined) {
    const { hash } = await keepRows(deps, { order, scope, served, jobId: null })
    const known = sameOrder(before, hash)
    ctx.note({ ...known })
    return ctx.commit(async () => known)
  }
  await refuseTooMany(deps, userId)
  const jobId = uuidv7(deps.nowMs())
  const kept = await keepRows(deps, { order, scope, served, jobId })
  return ctx.commit<JobTables, Started>(async (tx) => {
    const named = titleColumns(deps, order.title, ctx.lang)
    const row = jobRow({ ctx, order, jobId, kept, named, nowMs: deps.nowMs() })
    const inserted = await tx
      .insertInto('job')
      .values(row)
      .onConflict((conflict) => conflict.columns(['starter_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Somebody sent the same order twice at once.
    const other = inserted === undefined ? await startedBefore(tx, userId, order) : undefined
    if (other === undefined) {
      await order.link?.(tx, jobId)
      publishWith(tx, JOBS_TOPIC, JSON.stringify(newsOf(row)))
    }
    const started = other === undefined ? { jobId, replayed: false } : sameOrder(other, kept.hash)
    ctx.note({ ...started, rows: row.is_ready === 1 ? kept.rows : row.expected_rows })
    return started
  })
}
