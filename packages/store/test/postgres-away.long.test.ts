import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { count, openStore } from '../src/index.ts'
import type { Store } from '../src/index.ts'
import { makeTestPlace, rowsOf, throughProxy } from '../testing/index.ts'
import type { TcpProxy, TestPlace } from '../testing/index.ts'
import { accountMigrations as migrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

/** As long as the database is away in these tests. */
const AWAY_MS = 3_000
const LIMIT_MS = 40_000

let place: TestPlace
let proxies: TcpProxy[]
let nodes: Store<TestTables>[]

beforeEach(async () => {
  place = await makeTestPlace('postgres')
  const ways = await Promise.all([0, 1].map(() => throughProxy(place.where.databaseUrl!)))
  proxies = ways.map(({ proxy }) => proxy)
  nodes = []
  for (const { databaseUrl } of ways) nodes.push(await openStore<TestTables>({ databaseUrl, migrations }))
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await place.remove()
})

const works = (node: Store<TestTables>) =>
  Promise.all([node.ping(), node.broadcast.caughtUp()]).then(
    () => true,
    () => false,
  )
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  )
const listenersInDatabase = async () => {
  const rows = await rowsOf<{ pid: number }>(
    place.where.databaseUrl!,
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'quarterdeck listener'`,
  )
  return rows.length
}

/** All calls of a busy console, again and again; gives what they were told. */
function keepCalling(): { stop(): Promise<Set<string | undefined>> } {
  const told = new Set<string | undefined>()
  const stopped = new AbortController()
  const callers = nodes.flatMap((node) =>
    Array.from({ length: 20 }, async () => {
      while (!stopped.signal.aborted) {
        told.add(await refusal(Promise.resolve(node.broadcast.caughtUp())))
        told.add(await refusal(count(node.read, 'account')))
        told.add(await refusal(node.write((tx) => tx.selectFrom('account').selectAll().execute())))
        await sleep(20)
      }
    }),
  )
  return {
    async stop() {
      stopped.abort()
      await Promise.all(callers)
      return told
    },
  }
}

async function expectWorking(): Promise<void> {
  await expect.poll(async () => Promise.all(nodes.map(works)), { timeout: 15_000 }).toEqual([true, true])
}

/** Once nobody calls any more: the pools grow as long as many do. */
async function expectBack(): Promise<void> {
  await expectWorking()
  // One listening connection for each node, also a while later, and what one says the other hears.
  await expect.poll(listenersInDatabase, { timeout: 5_000 }).toBe(2)
  const heard = new Promise<string>((resolve) => void nodes[1]!.broadcast.subscribe('t', resolve))
  await nodes[0]!.broadcast.publish('t', 'back')
  expect(await heard).toBe('back')
  const accepted = proxies.map((proxy) => proxy.accepted)
  await sleep(1_000)
  expect(await listenersInDatabase()).toBe(2)
  expect(proxies.map((proxy) => proxy.accepted)).toEqual(accepted)
  for (const proxy of proxies) expect(proxy.open).toBeLessThanOrEqual(21)
}

/** The shortest rest at the cap; before it is reached there are a few shorter ones. */
const SHORTEST_REST_MS = 200

test.each(['close', 'closeAfterAnswer'] as const)(
  '[store.away] a proxy that accepts and does %s meets few tries, however long it lasts, and one listener a node after it',
  async (manner) => {
    const calling = keepCalling()
    for (const proxy of proxies) {
      proxy.behave(manner)
      proxy.cut()
    }
    for (const node of nodes)
      await expect.poll(() => refusal(node.ping()), { timeout: 10_000 }).toBe('store_unavailable')
    // Until the listener's first try has failed as well, callers make tries of their own.
    await sleep(1_000)
    const before = proxies.map((proxy) => proxy.accepted)
    const sinceMs = performance.now()
    await sleep(AWAY_MS)
    const most = (performance.now() - sinceMs) / SHORTEST_REST_MS + 5
    for (const [index, proxy] of proxies.entries()) {
      const tries = proxy.accepted - before[index]!
      expect(tries).toBeGreaterThan(3)
      expect(tries).toBeLessThan(most)
      proxy.behave('forward')
    }
    await expectWorking()
    const told = await calling.stop()
    await expectBack()
    expect([...told].toSorted()).toEqual(['answered', 'store_unavailable'])
  },
  LIMIT_MS,
)

test(
  '[store.away] a proxy that accepts and is silent holds no caller, and what waited is gone when it is back',
  async () => {
    const calling = keepCalling()
    for (const proxy of proxies) proxy.freeze()
    await expect.poll(() => refusal(nodes[0]!.ping()), { timeout: 10_000 }).toBe('store_unavailable')
    await sleep(AWAY_MS)
    // Known to be away: everybody is refused without a try of their own.
    const accepted = proxies[0]!.accepted
    const refusals = await Promise.all(Array.from({ length: 500 }, () => refusal(nodes[0]!.ping())))
    expect(new Set(refusals)).toEqual(new Set(['store_unavailable']))
    expect(proxies[0]!.accepted - accepted).toBeLessThan(10)
    for (const proxy of proxies) proxy.thaw()
    await expectWorking()
    await calling.stop()
    await expectBack()
  },
  LIMIT_MS,
)

test(
  '[store.away] connections reset in the middle of everything, over and over',
  async () => {
    const calling = keepCalling()
    for (let round = 0; round < 20; round++) {
      for (const proxy of proxies) proxy.reset()
      await sleep(60)
    }
    await expectWorking()
    const told = await calling.stop()
    await expectBack()
    expect([...told].toSorted()).toEqual(['answered', 'store_unavailable'])
  },
  LIMIT_MS,
)

test(
  '[store.away] the listening connections alone die, over and over: calls go on, and one comes back for each',
  async () => {
    const refused: unknown[] = []
    for (let round = 0; round < 10; round++) {
      await rowsOf(
        place.where.databaseUrl!,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'quarterdeck listener'`,
      )
      refused.push(await refusal(nodes[0]!.ping()), await refusal(count(nodes[1]!.read, 'account')))
      await expect.poll(listenersInDatabase, { timeout: 5_000 }).toBe(2)
      for (const node of nodes) await expect.poll(() => works(node), { timeout: 5_000 }).toBe(true)
    }
    expect(new Set(refused)).toEqual(new Set(['answered']))
    await expectBack()
  },
  LIMIT_MS,
)

test('[store.away] a store closed while its database is away leaves nothing behind', async () => {
  for (const proxy of proxies) {
    proxy.behave('close')
    proxy.cut()
  }
  await expect.poll(() => refusal(nodes[0]!.ping()), { timeout: 10_000 }).toBe('store_unavailable')
  await Promise.all(nodes.map((node) => node.close()))
  const accepted = proxies.map((proxy) => proxy.accepted)
  for (const proxy of proxies) proxy.behave('forward')
  await sleep(1_500)
  expect(proxies.map((proxy) => proxy.accepted)).toEqual(accepted)
  expect(await listenersInDatabase()).toBe(0)
})
