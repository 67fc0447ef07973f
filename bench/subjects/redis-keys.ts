// Pages of the key browser on one Redis: `redis-keys.ts PORT BUDGET`. Posted how many pages shall scan, and for how long at
// most, it answers what they saw, with its own memory.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { aCaller, everything } from '@qd/server-kit/testing'
import { keysChannel } from '../../features/redis/contract/index.ts'
import type { ScanProgress } from '../../features/redis/contract/index.ts'
import { CommandLog } from '../../features/redis/server/guard/command-log.ts'
import { GuardedDatabase } from '../../features/redis/server/guard/guarded-database.ts'
import { ScanBudgets } from '../../features/redis/server/scan/scan-budget.ts'
import { TreeRoom } from '../../features/redis/server/scan/tree-room.ts'
import { serveScan } from '../../features/redis/server/scan/serve-scan.ts'
import { startLive } from '../../features/redis/server/testing/live-page.ts'
import type { LivePage } from '../../features/redis/server/testing/live-page.ts'
import { plainLink } from '../../features/redis/server/testing/plain-link.ts'
import { benchConnection } from '../tools/bench-connection.ts'

const [port = '', budget = ''] = process.argv.slice(2)
const POLL_MS = 2
const FOLDER = 'game:eu:s123:hero:'
const SCAN = { pattern: '', type: '', mode: 'full', load: 1_000, separators: [':'] }

const connection = benchConnection(Number(budget))
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const ann = aCaller('ann', [everything])
const channels = serveScan({
  limits: { budgets: new ScanBudgets(), room: new TreeRoom() },
  session: { current: async () => ann },
  databases: {
    of: async (asking) => new GuardedDatabase({ asking, connection, link: plainLink(Number(port)), log }),
  },
})
const texts = new URL('../../features/redis/contract/locales/', import.meta.url)
const live = await startLive(channels, texts)
const openPage = () =>
  live.open(ann, keysChannel.name, { lineId: 'lantern-dev', connectionId: 'bench', db: 0 })

const progressOf = ({ events }: LivePage) =>
  (events.at(-1) as { progress: ScanProgress } | undefined)?.progress
const rowsOf = (page: LivePage, prefix: string) =>
  page.ask<{ rows: unknown[]; total: number }>('rows', { scan: 1, prefix, from: 0, count: 200 })

interface Asked {
  pages: number
  forMs: number
}

/** First rows are those of the first page; a folder is opened when its scan has drained. */
async function look({ pages: count, forMs }: Asked) {
  const pages = await Promise.all(Array.from({ length: count }, openPage))
  global.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const cpu = process.cpuUsage()
  const startMs = performance.now()
  await Promise.all(pages.map((page) => page.ask('scan', SCAN)))
  let firstRowsMs = 0
  while (pages.some((page) => progressOf(page)?.state !== 'drained')) {
    if (performance.now() - startMs > forMs) break
    if (firstRowsMs === 0 && (await rowsOf(pages[0]!, '')).rows.length > 0) {
      firstRowsMs = performance.now() - startMs
    }
    await sleep(POLL_MS)
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const ms = performance.now() - startMs
  const { user, system } = process.cpuUsage(cpu)
  const examined = pages.reduce((sum, page) => sum + (progressOf(page)?.examined ?? 0), 0)
  const openMs = performance.now()
  const { total } = await rowsOf(pages[0]!, FOLDER)
  const folderMs = performance.now() - openMs
  for (const page of pages) page.close()
  return {
    ms,
    cpuMs: (user + system) / 1_000,
    firstRowsMs,
    examined,
    folderMs,
    total,
    grownMiB: (peak - before) / 1_048_576,
  }
}

const server = createServer((request, response) => {
  const run = async () => response.end(JSON.stringify(await look((await json(request)) as Asked)))
  run().catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => process.exit(0))
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
