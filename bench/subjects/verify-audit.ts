// Verifies the audit once and says what it took: `verify-audit.ts console|command`, the database as openStore takes it.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createAuditFeature, verifyAudit } from '@qd/audit/server'
import type { AuditTables } from '@qd/audit/server'
import { createLeases, openStore } from '@qd/store'
import { migrations } from '../../apps/server/migrations.ts'
import { createVerifyJob } from '../../features/audit/server/chain/verify-job.ts'

/** What `verify-audit.ts` prints. */
export interface VerifyCost {
  isWhole: boolean
  seconds: number
  grownMiB: number
  /** Above the time the loop rests by itself. */
  longestPauseMs: number
}

const MIB = 1_048_576

const isInConsole = process.argv[2] === 'console'
const { QD_BENCH_DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = process.env
const store = await openStore<AuditTables>({
  ...(databaseUrl === undefined ? { dataDir } : { databaseUrl }),
  migrations,
  readOnly: !isInConsole,
})

/** The verification that runs beside the work of the console. */
async function inConsole(): Promise<boolean> {
  const { index } = createAuditFeature({ store, secretBox: { digest: () => '' } })
  const leases = createLeases(store)
  const job = createVerifyJob({ store, leases, nowMs: Date.now, knownHeads: async () => [], index })
  await job.run()
  return (await job.state()).state === 'ok'
}

const before = process.memoryUsage.rss()
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const startedMs = performance.now()
const isWhole = isInConsole ? await inConsole() : (await verifyAudit(store)).ok
const seconds = (performance.now() - startedMs) / 1_000
delay.disable()
const cost: VerifyCost = {
  isWhole,
  seconds,
  // The kernel's own mark: SQLite lets no timer look in between.
  grownMiB: (process.resourceUsage().maxRSS * 1_024 - before) / MIB,
  longestPauseMs: delay.max / 1e6 - 1,
}
await store.close()
console.log(JSON.stringify(cost))
