import type { AnyJob } from '@qd/contract-kit'
import type {
  Caller,
  CallContext,
  CataloguePlace,
  JobOrder,
  JobRow,
  JobsPort,
  ServedJob,
} from '@qd/server-kit'
import type { ChunkOutcome, RowOutcome } from '@qd/server-kit'
import type { Store } from '@qd/store'

/** A job as it was ordered, with the one who did. */
export interface OrderedJob {
  jobId: string
  order: JobOrder<AnyJob>
  caller: Caller
  place: CataloguePlace
  text: CallContext['text']
}

/** Keeps what is started and runs it when told to, chunk by chunk, as the engine would. */
export function recordingJobs(store: Store<never>) {
  const ordered: OrderedJob[] = []
  const port: JobsPort = {
    async start(ctx, order) {
      const jobId = `job-${ordered.length + 1}`
      await ctx.commit(async () => undefined)
      const text = ctx.text.bind(ctx)
      ordered.push({ jobId, order: order as never, caller: ctx.caller, place: ctx.place, text })
      return { jobId, replayed: false }
    },
  }

  function rowsOf({ jobId, order }: OrderedJob, attempt = 0): JobRow[] {
    return order.rows.map(({ key, input }, seq) => ({
      seq,
      key,
      input,
      effectKey: `${jobId}:${seq}:${attempt}`,
    }))
  }

  /** One chunk in the name of the job's owner, or of `caller` as they are by then; nothing is committed. */
  function runChunk(
    kinds: readonly ServedJob[],
    job: OrderedJob,
    given: { rows?: readonly JobRow[]; caller?: Caller; signal?: AbortSignal } = {},
  ): Promise<ChunkOutcome> {
    const kind = kinds.find((each) => each.job.name === job.order.job.name)
    if (kind === undefined) throw new Error(`nobody runs ${job.order.job.name}`)
    return kind.runner.runChunk((given.rows ?? rowsOf(job)) as never, {
      jobId: job.jobId,
      params: job.order.params as never,
      place: job.place,
      caller: given.caller ?? job.caller,
      lang: 'en',
      reason: job.order.reason,
      requestId: 'request-1',
      signal: given.signal ?? new AbortController().signal,
      text: job.text,
    })
  }

  /** Runs a chunk and commits it. */
  async function run(...args: Parameters<typeof runChunk>): Promise<readonly RowOutcome[]> {
    const { outcomes, commit } = await runChunk(...args)
    await store.write((tx) => commit?.(tx as never) ?? Promise.resolve())
    return outcomes
  }

  return { port, ordered, rowsOf, runChunk, run }
}
