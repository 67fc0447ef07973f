import type { CallContext, StartContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { generateJob } from '../../contract/index.ts'
import { changeBatch, findBatch } from '../batch/find-batch.ts'
import type { BatchRow, CodeTables } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { segmentsOf } from './segments.ts'

interface Making {
  seen: BatchRow
  /** What else the start changes. */
  to: Parameters<typeof changeBatch>[2]
  reason: string
  /** What else is written with it. */
  count?: (tx: AnyTx) => Promise<void>
}

/** Starts the job that makes what the batch lacks; the batch changes in the write that stores the job. */
export async function startMaking(
  deps: UseCaseDeps,
  ctx: CallContext,
  { seen, to, reason, count }: Making,
): Promise<BatchRow> {
  // No code could be made while the master key is missing.
  await deps.digest.open()
  const start: StartContext = {
    caller: ctx.caller,
    place: ctx.place,
    lang: ctx.lang,
    requestId: ctx.requestId,
    text: (key, params) => ctx.text(key, params),
    note: (detail) => ctx.note(detail),
    commit: (change) =>
      ctx.commit(async (tx) => {
        const started = await change(tx as never)
        const { jobId } = started as { jobId: string }
        const next = { ...to, state: 'generating' as const, job_id: jobId }
        await changeBatch(tx as unknown as Kysely<CodeTables>, seen, next)
        await count?.(tx)
        return started
      }),
  }
  const { id: batchId, number, name, quantity, revision } = seen
  await deps.jobs.start(start, {
    job: generateJob,
    params: { batchId, number, name, quantity },
    // All of them: those that are made already are passed over by their number.
    rows: segmentsOf(quantity),
    title: { key: 'codes.job.title', params: { name, number } },
    reason,
    idempotencyKey: `codes-${batchId}-${revision}`,
  })
  return findBatch(deps.store.read, ctx.place, batchId)
}
