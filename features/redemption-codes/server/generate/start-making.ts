import type { CallContext } from '@qd/server-kit'
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
  const { id: batchId, number, name, quantity, revision } = seen
  await deps.jobs.start(ctx, {
    job: generateJob,
    params: { batchId, number, name, quantity },
    // All of them: those that are made already are passed over by their number.
    rows: segmentsOf(quantity),
    title: { key: 'codes.job.title', params: { name, number } },
    reason,
    idempotencyKey: `codes-${batchId}-${revision}`,
    link: async (tx: Kysely<CodeTables>, jobId) => {
      await changeBatch(tx, seen, { ...to, state: 'generating', job_id: jobId })
      await count?.(tx)
    },
  })
  return findBatch(deps.store.read, ctx.place, batchId)
}
