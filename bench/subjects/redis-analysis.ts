// An analysis on one Redis: `redis-analysis.ts PORT BUDGET`. Posted anything, it runs one from a page on a live socket to its end
// and answers what it saw, with its own memory.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aCaller, everything } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import { analysisChannel } from '../../features/redis/contract/index.ts'
import type {
  AnalysisOptions,
  AnalysisProgress,
  AnalysisReport,
} from '../../features/redis/contract/index.ts'
import { analysisMigrations } from '../../features/redis/server/analysis/analysis-migrations.ts'
import type { AnalysisTables } from '../../features/redis/server/analysis/analysis-tables.ts'
import { KeptAnalyses } from '../../features/redis/server/analysis/kept-analyses.ts'
import { serveAnalysis } from '../../features/redis/server/analysis/serve-analysis.ts'
import { CommandLog } from '../../features/redis/server/guard/command-log.ts'
import { GuardedDatabase } from '../../features/redis/server/guard/guarded-database.ts'
import { ScanBudgets } from '../../features/redis/server/scan/scan-budget.ts'
import { TreeRoom } from '../../features/redis/server/scan/tree-room.ts'
import { startLive } from '../../features/redis/server/testing/live-page.ts'
import { plainLink } from '../../features/redis/server/testing/plain-link.ts'
import { benchConnection } from '../tools/bench-connection.ts'

const [port = '', budget = ''] = process.argv.slice(2)
const POLL_MS = 5
const OPTIONS: AnalysisOptions = {
  pattern: '',
  type: '',
  share: 1,
  minBytes: 0,
  withElements: false,
  withFrequency: false,
  separators: [':'],
}

const connection = benchConnection(Number(budget))
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const ann = aCaller('ann', [everything])
const store = await openStoreForTest<AnalysisTables>('sqlite', analysisMigrations)
const channels = serveAnalysis({
  limits: { budgets: new ScanBudgets(), room: new TreeRoom() },
  session: { current: async () => ann },
  databases: {
    of: async (asking) => new GuardedDatabase({ asking, connection, link: plainLink(Number(port)), log }),
  },
  kept: new KeptAnalyses({ store, nowMs: Date.now }),
  onFault(error) {
    throw error
  },
})
const live = await startLive(channels, new URL('../../features/redis/contract/locales/', import.meta.url))
const page = await live.open(ann, analysisChannel.name, {
  lineId: connection.lineId,
  connectionId: connection.id,
  db: 0,
})
const latest = () => (page.events.at(-1) as { progress: AnalysisProgress } | undefined)?.progress

async function look() {
  global.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const startMs = performance.now()
  const { run } = await page.ask<AnalysisProgress>('begin', OPTIONS)
  for (let now = latest(); now?.run !== run || now.state !== 'done'; now = latest()) {
    if (now?.run === run && now.state === 'failed') throw new Error(now.msg)
    await sleep(POLL_MS)
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const ms = performance.now() - startMs
  const { keys, bytes } = await page.ask<AnalysisReport>('report', { run })
  return { ms, keys, bytes: bytes.value, grownMiB: (peak - before) / 1_048_576 }
}

const server = createServer((_request, response) => {
  const run = async () => response.end(JSON.stringify(await look()))
  run().catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => process.exit(0))
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
