// The calls about one key over HTTP, on one Redis: `redis-values.ts PORT`. Posted what to do and how often, it answers how long
// each took and what its memory grew by. `address` tells where the calls are, `watch` and `watched` are around others' work.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createEnvelopeBox } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import { redisResource } from '../../features/redis/contract/index.ts'
import { redisBinMigrations } from '../../features/redis/server/bin/bin-migrations.ts'
import type { BinTables } from '../../features/redis/server/bin/bin-tables.ts'
import { createBin } from '../../features/redis/server/bin/bin.ts'
import { CommandLog } from '../../features/redis/server/guard/command-log.ts'
import type { Asking } from '../../features/redis/server/guard/databases.ts'
import { GuardedDatabase } from '../../features/redis/server/guard/guarded-database.ts'
import { serveKeys } from '../../features/redis/server/keys/serve-keys.ts'
import { plainLink } from '../../features/redis/server/testing/plain-link.ts'
import { benchConnection } from '../tools/bench-connection.ts'

const [port = ''] = process.argv.slice(2)
const POLL_MS = 5

const line = aServer({ environment: 'dev' })
const store = await openStoreForTest<BinTables>('sqlite', redisBinMigrations)
const kept = { store, secretBox: createEnvelopeBox(randomBytes(32)), nowMs: Date.now }
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const link = plainLink(Number(port))
const connection = { ...benchConnection(10_000_000), lineId: line.lineId }
const databases = {
  of: async (asking: Asking) => new GuardedDatabase({ asking, connection, link, log }),
}
const app = createTestApp({
  features: [
    {
      name: 'redis',
      resources: [redisResource],
      texts: new URL('../../features/redis/contract/locales/', import.meta.url),
      routes: serveKeys({ ...kept, databases, bin: createBin(kept) }),
    },
  ],
  scope: fixedScope([line]),
})
// Known by name from now on.
app.as(aCaller('ann', [everything]))
const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
const at = { lineId: line.lineId, connectionId: 'bench', db: 0 }
const headers = { token: 'ann', 'content-type': 'application/json' }

async function post(call: string, body: object): Promise<{ status: number; data: Record<string, unknown> }> {
  const answer = await fetch(`${url}/adjust/redis/key/${call}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...at, ...body }),
  })
  const { status, data } = (await answer.json()) as { status: number; data: Record<string, unknown> }
  if (status !== 0) throw new Error(`${call}: ${JSON.stringify(data)}`)
  return { status, data }
}

const PAGE = { type: 'hash', cursor: '', count: 100, filter: '', inValues: false, isDescending: false }
const works: Record<string, (key: string) => Promise<number>> = {
  /** What the page asks for when a hash is opened; answers its rows. */
  async page(key) {
    await post('show', { key })
    const { data } = await post('page', { key, ...PAGE, from: '', to: '' })
    return (data['rows'] as unknown[]).length
  },
  /** What the page asks for when a string is opened; answers the bytes it got. */
  async window(key) {
    await post('show', { key })
    const { data } = await post('window', { key, place: { kind: 'string' }, offset: 0 })
    return Buffer.from(String(data['base64']), 'base64').length
  },
}

interface Asked {
  work: string
  key: string
  times: number
}

/** What the memory grows by from now on. */
function watch(): () => number {
  global.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const see = () => (peak = Math.max(peak, process.memoryUsage().rss))
  const timer = setInterval(see, POLL_MS)
  return () => {
    clearInterval(timer)
    return (see() - before) / 1_048_576
  }
}

let watched = watch()

async function look({ work, key, times }: Asked) {
  if (work === 'address') return { url, at, headers }
  if (work === 'watch') {
    watched()
    watched = watch()
    return {}
  }
  if (work === 'watched') return { grownMiB: watched() }
  // The first one compiles; the others are measured.
  let got = await works[work]!(key)
  const grown = watch()
  const ms: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startMs = performance.now()
    got = await works[work]!(key)
    ms.push(performance.now() - startMs)
  }
  return { got, ms, grownMiB: grown() }
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
