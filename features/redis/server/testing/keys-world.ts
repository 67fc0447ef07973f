import { aCaller, everything } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { expect } from 'vitest'
import type { KeyRow, RedisBytes, ScanProgress } from '../../contract/index.ts'
import { analysisMigrations } from '../analysis/analysis-migrations.ts'
import type { AnalysisTables } from '../analysis/analysis-tables.ts'
import { KeptAnalyses } from '../analysis/kept-analyses.ts'
import { serveAnalysis } from '../analysis/serve-analysis.ts'
import { CommandLog } from '../guard/command-log.ts'
import type { Asking } from '../guard/databases.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { LinkState } from '../link/redis-link.ts'
import { ScanBudgets } from '../scan/scan-budget.ts'
import { TreeRoom } from '../scan/tree-room.ts'
import { serveScan } from '../scan/serve-scan.ts'
import { startLive } from './live-page.ts'
import type { LivePage, TestLive } from './live-page.ts'
import { plainLink } from './plain-link.ts'

export const REF = { lineId: 'lantern-dev', connectionId: 'c1', db: 0 }
export const SCAN = { pattern: '', type: '', mode: 'full', load: 500, separators: [':'] }
const SCAN_BUDGET = 1_000_000
const ann = aCaller('ann', [everything])
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)

interface Rows {
  rows: KeyRow[]
  total: number
  isCut: boolean
}

/** The guard over a bare link, with what a test changes in between. */
function databaseOf(world: KeysWorld, asking: Asking): RedisDatabase {
  const link = plainLink(world.port)
  world.links.push(link)
  const connection = {
    id: 'c1',
    lineId: 'lantern-dev',
    name: 'dev',
    mode: 'standalone' as const,
    readOnly: true,
    separators: [':'],
    scanBudget: world.scanBudget,
    timeoutMs: 5_000,
    isCluster: false,
    isClusterNode: false,
    version: '7.0.15',
  }
  const guarded = new GuardedDatabase({ asking, connection, link, log })
  const run: RedisDatabase['run'] = async (args, options) => {
    world.sent.push(args.map(String))
    const broken = world.isBroken(args)
    if (broken !== null) throw broken
    if (args[0] === 'SCAN' && args[1] !== '0') await world.held
    return guarded.run(args, options)
  }
  return {
    connection,
    db: 0,
    run,
    async runAll(commands, options) {
      await world.onAll(commands)
      const replies = await guarded.runAll(commands, options)
      return replies.map((reply, at) => world.isBroken(commands[at]!) ?? reply)
    },
    masters: () => link.masters(),
    replicas: () => link.replicas(),
    readable: () => world.readable,
    watch(listener) {
      world.tellLink = listener
      return () => undefined
    },
    mayRead: () => true,
    mayEdit: () => false,
    check: (args, options) => guarded.check(args, options),
    listen: (wanted, hearer) => guarded.listen(wanted, hearer),
    askSentinels: (what) => guarded.askSentinels(what),
    own: () => guarded.own(),
  }
}

const progressOf = (page: LivePage) =>
  page.events.filter((event) => (event as { kind: string }).kind === 'scan').at(-1) as
    | { progress: ScanProgress }
    | undefined

export const latest = (page: LivePage): ScanProgress | undefined => progressOf(page)?.progress

/** Waits until a scan is in a state. */
export async function reached(page: LivePage, state: ScanProgress['state'], scan = 1): Promise<ScanProgress> {
  await expect.poll(() => latest(page)).toMatchObject({ state, scan })
  return latest(page)!
}

export const rowsOf = (page: LivePage, prefix: RedisBytes = '', scan = 1): Promise<Rows> =>
  page.ask<Rows>('rows', { scan, prefix, from: 0, count: 500 })

/** Rows as short texts. */
export const brief = ({ rows }: Rows) =>
  rows.map((row) => (row.kind === 'folder' ? `${String(row.prefix)} ${row.keys} ${row.count}` : row.key))

/** A real server, and pages of the key browser on it. */
export class KeysWorld {
  readonly live: TestLive
  readonly client: Redis
  readonly port: number
  readonly pages: LivePage[] = []
  readonly links: { close(): void }[] = []
  /** Globs of a narrowed caller; null: all. */
  readable: readonly string[] | null = null
  /** Of databases that are opened from now on. */
  scanBudget = SCAN_BUDGET
  readonly budgets: ScanBudgets
  isBroken: (args: readonly unknown[]) => Error | null = () => null
  sent: string[][] = []
  /** Before commands are sent at once. */
  onAll: (commands: readonly unknown[]) => Promise<void> = async () => undefined
  /** SCANs after the first wait for it. */
  held: Promise<void> = Promise.resolve()
  tellLink: (state: LinkState) => void = () => undefined
  /** Of kept results. */
  nowMs = 1_790_000_000_000
  faults: unknown[] = []
  readonly #redis: TestRedis
  readonly #store: Store<AnalysisTables>

  private constructor(redis: TestRedis, live: TestLive, store: Store<AnalysisTables>, budgets: ScanBudgets) {
    this.budgets = budgets
    this.#redis = redis
    this.#store = store
    this.live = live
    this.port = redis.port
    this.client = new Redis({ port: redis.port, host: '127.0.0.1' })
  }

  static async start(): Promise<KeysWorld> {
    const redis = await startRedis()
    const made = Promise.withResolvers<KeysWorld>()
    const store = await openStoreForTest<AnalysisTables>('sqlite', analysisMigrations)
    const kept = new KeptAnalyses({ store, nowMs: () => world.nowMs })
    const budgets = new ScanBudgets()
    const deps = {
      limits: { budgets, room: new TreeRoom() },
      session: { current: async () => ann },
      databases: { of: async (asking: Asking) => databaseOf(await made.promise, asking) },
    }
    const onFault = (error: unknown) => world.faults.push(error)
    const channels = [...serveScan(deps), ...serveAnalysis({ ...deps, kept, onFault })]
    const live = await startLive(channels, new URL('../../contract/locales/', import.meta.url))
    const world = new KeysWorld(redis, live, store, budgets)
    made.resolve(world)
    return world
  }

  async clear(): Promise<void> {
    this.readable = null
    this.scanBudget = SCAN_BUDGET
    this.isBroken = () => null
    this.onAll = async () => undefined
    this.sent = []
    this.held = Promise.resolve()
    this.faults = []
    await this.#store.write((tx) => tx.deleteFrom('redis_analysis').execute())
    await this.client.flushall()
  }

  /** The database as another call of the same person has it. */
  database(): RedisDatabase {
    return databaseOf(this, { caller: ann, place: { lineId: REF.lineId } } as Asking)
  }

  closePages(): void {
    for (const page of this.pages.splice(0)) page.close()
    for (const link of this.links.splice(0)) link.close()
  }

  async stop(): Promise<void> {
    this.live.stop()
    this.client.disconnect()
    await this.#redis.stop()
    await this.#store.close()
  }

  async open(channel = 'redis.keys'): Promise<LivePage> {
    const page = await this.live.open(ann, channel, REF)
    this.pages.push(page)
    return page
  }

  async fill(count: number, nameOf: (at: number) => string): Promise<void> {
    const pipeline = this.client.pipeline()
    for (let at = 0; at < count; at += 1) pipeline.set(nameOf(at), '1')
    await pipeline.exec()
  }

  get scansSent(): number {
    return this.sent.filter(([name]) => name === 'SCAN').length
  }
}
