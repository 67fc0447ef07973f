import type { Lease } from '@qd/store'
import type { StoredRun, StoredSchedule } from '../schedule-tables.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'

/** A run this node holds the lease of. */
export interface Running {
  deps: UseCaseDeps
  lease: Lease
  entry: StoredSchedule
  run: StoredRun
  /** Aborts when the lease is lost or the node stops. */
  signal: AbortSignal
}
