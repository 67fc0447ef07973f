import type { Lease } from '@qd/store'
import { moveJob } from '../move-job.ts'
import type { JobChange } from '../move-job.ts'
import type { JobMove } from '../../contract/index.ts'
import { tellPaused } from '../tell-owner.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import type { StoredJob } from '../job-tables.ts'
import type { OutputStream } from '../output/output-stream.ts'
import type { Slots } from './slots.ts'

/** A job this node holds the lease of. */
export interface RunningJob {
  deps: UseCaseDeps
  lease: Lease
  slots: Slots
  jobId: string
  /** Another node cannot go on with it: where it would stand still it ends. */
  isFixed: boolean
  /** Aborts when a pause or cancel was asked for, or the node cannot wait any longer. */
  asked: AbortSignal
  /** The same, or when the lease is lost; made once, because each joined signal stays until a large collection. */
  halted: AbortSignal
  /** What the job says while it works. */
  output: OutputStream
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
    const job = await moveJob(tx, jobId, move, { ...change, nowMs: deps.nowMs() })
    if (move === 'halt' && job !== undefined && job.why !== '') await tellPaused(deps, tx, job)
    return job
  })
}
