import { randomUUID } from 'node:crypto'
import type { Store } from '../store.ts'
import { HeldLease } from './held-lease.ts'
import type { Lease } from './held-lease.ts'
import { leaseStatements } from './lease-statements.ts'
import type { LeaseTables } from './lease-table.ts'

export interface LeaseOptions {
  name: string
  /** How long others wait after the holder has died, milliseconds; the same for every taker of the name. */
  ttlMs: number
}

/** Work that only one console process may do at a time: the nightly check, a shipper, a job. */
export interface Leases {
  /**
   * Runs `work` if nobody else does, and gives the lease back after it. A write of the work begins with
   * `lease.confirm(tx)`; long work watches `lease.signal`. False when somebody else holds the lease.
   */
  run(options: LeaseOptions, work: (lease: Lease) => Promise<void>): Promise<boolean>
}

export function createLeases(anyStore: Pick<Store<never>, 'as'>): Leases {
  const store = anyStore.as<LeaseTables>()
  const statements = leaseStatements(store)
  return {
    async run({ name, ttlMs }, work) {
      // A holder of its own for each run: two runs within one process exclude each other as well.
      const holder = randomUUID()
      const askedAtMs = performance.now()
      const row = await store.write((tx) => statements.take.get(tx, [name, holder, ttlMs, ttlMs]))
      if (row === undefined) return false
      const parts = { store, statements, name, holder, ttlMs, fence: row.fence }
      const lease = new HeldLease(parts, askedAtMs)
      try {
        await work(lease)
        return true
      } finally {
        await lease.release()
      }
    },
  }
}
