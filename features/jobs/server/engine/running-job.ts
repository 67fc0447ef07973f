import type { Lease } from '@qd/store'
import { moveJob } from '../move-job.ts'
import type { JobChange } from '../move-job.ts'
import type { JobMove } from '../../contract/index.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import type { StoredJob } from '../job-tables.ts'
import type { Slots } from './slots.ts'

/** A job this node holds the lease of. */
export interface RunningJob {
  deps: UseCaseDeps
  lease: Lease
  slots: Slots
  jobId: string
  /** Aborts when a pause or cancel was asked for, or the node cannot wait any longer. */
  asked: AbortSignal
  /** Set when the node stops: the chunk under way is the last one. */
  isStopping(): boolean
}

/** Moves the job under its lease: a node that was overtaken changes nothing. */
export function moveUnderLease(
  { deps, lease, jobId }: RunningJob,
  move: JobMove,
  change: JobChange,
): Promise<StoredJob | undefined> {
  return deps.store.write(async (tx) => {
    await lease.confirm(tx)
    return moveJob(tx, jobId, move, { ...change, nowMs: deps.nowMs() })
  })
}
