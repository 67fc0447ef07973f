import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import type { AnyJob } from '@qd/contract-kit'
import type {
  Caller,
  CallContext,
  CataloguePlace,
  GivenRow,
  JobOrder,
  JobRow,
  JobRun,
  JobsPort,
  ServedJob,
} from '@qd/server-kit'
import type { ChunkOutcome, RowBatch, RowOutcome } from '@qd/server-kit'
import type { Store } from '@qd/store'

/** A job as it was ordered, with the one who did. */
export interface OrderedJob {
  jobId: string
  order: JobOrder<AnyJob>
  caller: Caller
  place: CataloguePlace
  /** Those of a row source are there once they are prepared. */
  rows: GivenRow[]
  text: CallContext['text']
}

/** What makes an order the same one, beside rows that come with it. */
const wordsOf = ({ job, params, places, stages, rows }: JobOrder<AnyJob>) =>
  JSON.stringify([job.name, params, places?.map(scopePath), stages, 'digest' in rows ? rows.digest : ''])

/** Keeps what is started and runs it when told to, chunk by chunk, as the engine would. */
export function recordingJobs(store: Store<never>) {
  const ordered: OrderedJob[] = []
  const ofKey = ({ userId }: Pick<Caller, 'userId'>, key: string) =>
    ordered.find(({ caller, order }) => caller.userId === userId && order.idempotencyKey === key)
  const port: JobsPort = {
    async start(ctx, order) {
      const before = ofKey(ctx.caller, order.idempotencyKey)
      if (before !== undefined) {
        if (wordsOf(before.order) !== wordsOf(order as never))
          throw new AppError(coreErrors.idempotency_conflict, { field: 'idempotencyKey' })
        return ctx.commit(async () => ({ jobId: before.jobId, replayed: true }))
      }
      const jobId = `job-${ordered.length + 1}`
      await ctx.commit(async () => undefined)
      const text = ctx.text.bind(ctx)
      const rows: GivenRow[] = []
      if (!('digest' in order.rows)) for await (const row of order.rows) rows.push(row)
      ordered.push({ jobId, order: order as never, caller: ctx.caller, place: ctx.place, rows, text })
      return { jobId, replayed: false }
    },
    async startedWith(caller, idempotencyKey) {
      const before = ofKey(caller, idempotencyKey)
      if (before === undefined) return null
      const { rows } = before.order
      return { jobId: before.jobId, rows: 'digest' in rows ? rows.expected : before.rows.length }
    },
  }

  function rowsOf({ jobId, rows, order, place }: OrderedJob, attempt = 0): JobRow[] {
    return rows.map(({ key, input, place: at }, seq) => ({
      seq,
      key,
      input,
      place: (at === undefined ? undefined : order.places?.[at]) ?? place,
      effectKey: `${jobId}:${seq}:${attempt}`,
    }))
  }

  const runOf = (job: OrderedJob, given: { caller?: Caller; signal?: AbortSignal } = {}): JobRun => ({
    jobId: job.jobId,
    params: job.order.params as unknown,
    place: job.place,
    caller: given.caller ?? job.caller,
    lang: 'en',
    reason: job.order.reason,
    requestId: 'request-1',
    rows: job.rows.length,
    signal: given.signal ?? new AbortController().signal,
    text: job.text,
    output: () => undefined,
    write: async () => undefined,
    standingNow: async () => ({ place: job.place, caller: given.caller ?? job.caller }),
  })

  /** One chunk in the name of the job's owner, or of `caller` as they are by then; nothing is committed. */
  async function runChunk(
    kinds: readonly ServedJob[],
    job: OrderedJob,
    given: { rows?: readonly JobRow[]; caller?: Caller; signal?: AbortSignal } = {},
  ): Promise<ChunkOutcome> {
    const kind = kinds.find((each) => each.job.name === job.order.job.name)
    if (kind === undefined) throw new Error(`nobody runs ${job.order.job.name}`)
    if (given.rows === undefined && job.rows.length === 0) await prepare(kinds, job)
    return kind.runner.runChunk((given.rows ?? rowsOf(job)) as never, runOf(job, given) as never)
  }

  /** Reads the rows of an order that names a source, from where a batch of an earlier try ended. */
  async function prepare(kinds: readonly ServedJob[], job: OrderedJob, cursor: unknown = null) {
    const kind = kinds.find((each) => each.job.name === job.order.job.name)
    const { rows } = job.order
    if (!('digest' in rows) || kind?.runner.prepare === undefined) throw new Error('its rows are given')
    const batches: RowBatch[] = []
    for await (const batch of kind.runner.prepare(
      rows.from as never,
      { ...runOf(job), places: job.order.places ?? [] } as never,
      cursor,
    )) {
      batches.push(batch)
      job.rows.push(...batch.rows)
    }
    return batches
  }

  /** Runs a chunk and commits it. */
  async function run(...args: Parameters<typeof runChunk>): Promise<readonly RowOutcome[]> {
    const { outcomes, commit } = await runChunk(...args)
    await store.write((tx) => commit?.(tx as never) ?? Promise.resolve())
    return outcomes
  }

  return { port, ordered, rowsOf, prepare, runChunk, run }
}
