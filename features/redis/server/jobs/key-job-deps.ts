import type { JobsPort } from '@qd/server-kit'
import type { ConnectionsDeps } from '../connections/connections.ts'
import type { Databases } from '../guard/databases.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { ScanBudgets } from '../scan/scan-budget.ts'

export interface KeyJobDeps {
  readonly databases: Databases
  readonly budgets: ScanBudgets
  readonly jobs: JobsPort
  readonly catalogue: ConnectionsDeps['catalogue']
  /** Keeps a key in the bin before it goes; absent: there is no bin. */
  keep?(
    database: RedisDatabase,
    key: Buffer,
    why: { action: 'deleted' | 'overwritten'; by: string },
  ): Promise<unknown>
}
