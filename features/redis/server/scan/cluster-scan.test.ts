import { aCaller, everything } from '@qd/server-kit/testing'
import { startCluster } from '@qd/testing'
import type { TestCluster } from '@qd/testing'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ScanProgress, TtlFilter } from '../../contract/index.ts'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { slotOf } from '../link/cluster/slots.ts'
import { openLink } from '../link/open-link.ts'
import type { RedisLink } from '../link/redis-link.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { KeyScan } from './key-scan.ts'
import { ScanBudgets } from './scan-budget.ts'
import { TreeRoom } from './tree-room.ts'

/** Keys of one slot of the first master, and all others. */
const MOVED = 90
const SPREAD = 3_000
const KEYS = MOVED + SPREAD
const LAST_OF_FIRST = 5_460
const tags = Array.from({ length: 100 }, (_none, at) => `tag${at}`)
const tag = tags.find((each) => slotOf(Buffer.from(each)) <= LAST_OF_FIRST)!
const asking = { caller: aCaller('ann', [everything]), place: {} }
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
let cluster: TestCluster

beforeAll(async () => {
  cluster = await startCluster({ replicas: 1 })
  const link = await openedLink()
  const names = Array.from({ length: KEYS }, (_none, at) => (at < MOVED ? `{${tag}}:${at}` : `user:${at}`))
  await link.sendAll(names.map((name) => ['SET', name, '1']))
  link.close()
}, 120_000)
afterAll(() => cluster.stop())

async function openedLink(): Promise<RedisLink> {
  const config = testConfig({ mode: 'cluster', port: cluster.nodes[0]!.port, timeoutMs: 1_000 })
  return openLink(config, {}, { db: 0, dialer: testDialer(), pauseMs: () => 20 })
}

/** SCANs of one node wait until they are let go, those of the others after their first. */
let asked = 0
const FREE = { node: '', until: Promise.resolve(), others: Promise.resolve() }
let held = FREE
afterEach(() => {
  held = FREE
  asked = 0
})

function withHeld(database: RedisDatabase): RedisDatabase {
  return {
    connection: database.connection,
    db: 0,
    async run(args, options) {
      if (args[0] === 'SCAN') {
        asked += 1
        if (options?.node === held.node) await held.until
        else if (args[1] !== '0') await held.others
      }
      return database.run(args, options)
    },
    runAll: (commands, options) => database.runAll(commands, options),
    masters: () => database.masters(),
    replicas: () => database.replicas(),
    mayRead: () => true,
    readable: () => null,
    watch: () => () => undefined,
    mayEdit: () => false,
    check: (args, options) => database.check(args, options),
    listen: (wanted, hearer) => database.listen(wanted, hearer),
    askSentinels: (what) => database.askSentinels(what),
    own: () => database.own(),
  }
}

async function scanned(
  load: number,
  more: { ttl?: TtlFilter } = {},
): Promise<{ scan: KeyScan; database: RedisDatabase }> {
  const link = await openedLink()
  onTestFinished(() => link.close())
  const connection = {
    id: 'c1',
    lineId: 'lantern-dev',
    name: 'cluster',
    mode: 'cluster' as const,
    readOnly: true,
    separators: [':'],
    scanBudget: 1_000_000,
    timeoutMs: 1_000,
    isCluster: true,
    isClusterNode: false,
    version: link.version,
  }
  const database = withHeld(new GuardedDatabase({ asking, connection, link, log }))
  const scan = new KeyScan({
    room: new TreeRoom(),
    number: 1,
    input: { pattern: '', type: '', mode: load > 0 ? 'quick' : 'full', load, separators: [':'], ...more },
    database,
    budgets: new ScanBudgets(),
    failure: (error) => ({ code: String(error), msg: '' }),
    onChange: () => undefined,
  })
  onTestFinished(() => scan.end())
  scan.start()
  return { scan, database }
}

const state = (scan: KeyScan) => expect.poll((): ScanProgress => scan.progress)

test('a cluster is read with one cursor for each master', async () => {
  const { scan, database } = await scanned(0)
  await state(scan).toMatchObject({ state: 'drained', matched: KEYS, examined: KEYS, total: KEYS, code: '' })
  expect(scan.progress.nodes.map(({ node }) => node).toSorted()).toEqual(database.masters())
  expect(scan.tree.keysBelow(Buffer.from('user:'))).toBe(SPREAD)
  await expect(scan.load(database, Buffer.from('user:'))).resolves.toBe(SPREAD)
})

test('keys of all masters are looked at for the time they have left', async () => {
  const link = await openedLink()
  const ending = Array.from({ length: 60 }, (_none, at) => `user:${MOVED + at}`)
  await link.sendAll(ending.map((name) => ['EXPIRE', name, '600']))
  onTestFinished(async () => {
    await link.sendAll(ending.map((name) => ['PERSIST', name]))
    link.close()
  })
  const { scan, database } = await scanned(0, { ttl: { kind: 'within', seconds: 900 } })
  await state(scan).toMatchObject({ state: 'drained', matched: 60, examined: KEYS, total: KEYS })
  expect(new Set(ending.map((name) => slotOf(Buffer.from(name)) <= LAST_OF_FIRST)).size).toBe(2)
  await expect(scan.load(database, Buffer.from('user:'))).resolves.toBe(60)
  const { scan: others } = await scanned(0, { ttl: { kind: 'none' } })
  await state(others).toMatchObject({ state: 'drained', matched: KEYS - 60 })
})

test('a slot that moves during a scan loses no key', async () => {
  const go = Promise.withResolvers<void>()
  const nodeAt = (at: number) => `127.0.0.1:${cluster.nodes[at]!.port}`
  held = { ...FREE, node: nodeAt(0), until: go.promise }
  const { scan } = await scanned(0)
  const isRead = (at: number) =>
    scan.progress.nodes.some((each) => each.node === nodeAt(at) && each.isDrained)
  // The second master was read to its end before it gets the keys.
  await expect.poll(() => isRead(1)).toBe(true)
  await cluster.moveSlot(slotOf(Buffer.from(tag)), 0, 1, true)
  go.resolve()
  await state(scan).toMatchObject({ state: 'drained', matched: KEYS, code: '' })
})

test('when one master refuses, the others are not read on', async () => {
  const [refuse, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const node = `127.0.0.1:${cluster.nodes[0]!.port}`
  held = { node, until: refuse.promise, others: go.promise }
  const { scan, database } = await scanned(0)
  await expect.poll(() => asked).toBe(5)
  refuse.reject(new Error('NOPERM'))
  await state(scan).toMatchObject({ state: 'failed', code: 'AppError: redis_scan_disabled' })
  go.resolve()
  // Whatever still runs would ask again before this comes back.
  for (let at = 0; at < 20; at += 1) await database.run(['GET', 'user:1'])
  expect(asked).toBe(5)
})

test('a master that dies during a scan is followed by its replica', async () => {
  const { scan, database } = await scanned(300)
  await state(scan).toMatchObject({ state: 'loaded' })
  const before = database.masters()
  await cluster.nodes[2]!.stop()
  scan.all()
  await state(scan).toMatchObject({ state: 'drained', matched: KEYS, code: '' })
  expect(database.masters()).not.toEqual(before)
}, 60_000)
