import { afterEach, beforeEach, expect, test } from 'vitest'
import { count, openStore } from '../src/index.ts'
import type { Store } from '../src/index.ts'
import { makeTestPlace, throughProxy } from '../testing/index.ts'
import type { TcpProxy, TestPlace } from '../testing/index.ts'
import { accountMigrations as migrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

/** Far below the limits of a statement (30 s) and of a call: a caller of a silent database is told soon. */
const SOON_MS = 15_000

let place: TestPlace
let proxy: TcpProxy
let proxied: Store<TestTables>
let direct: Store<TestTables>

beforeEach(async () => {
  place = await makeTestPlace('postgres')
  const way = await throughProxy(place.where.databaseUrl!)
  ;({ proxy } = way)
  direct = await openStore<TestTables>({ ...place.where, migrations })
  proxied = await openStore<TestTables>({ databaseUrl: way.databaseUrl, migrations })
})
afterEach(async () => {
  await Promise.all([proxied.close(), direct.close()])
  await proxy.close()
  await place.remove()
})

const account = (id: string) => ({ id, balance: 0, note: null })
const refused = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toMatchObject({ code: 'store_unavailable' })

test(
  '[store.silence] a database that goes silent under a read, a write and its commit refuses all three, later ones at once',
  async () => {
    const underWay = proxied.write(async (tx) => {
      await tx.insertInto('account').values(account('half')).execute()
      proxy.freeze()
      await tx.insertInto('account').values(account('other half')).execute()
    })
    const lost = new Promise<void>((resolve) => void proxied.broadcast.onLost(resolve))
    await refused(underWay)
    await lost
    const later = [proxied.ping(), count(proxied.read, 'account'), proxied.write(async () => {})]
    await Promise.all(later.map(refused))
    await refused(Promise.resolve(proxied.broadcast.caughtUp()))

    proxy.thaw()
    await expect
      .poll(
        () =>
          proxied.ping().then(
            () => true,
            () => false,
          ),
        { timeout: 5_000 },
      )
      .toBe(true)
    await proxied.write((tx) => tx.insertInto('account').values(account('after')).execute())
    expect(await count(proxied.read, 'account')).toBe(1)
  },
  SOON_MS,
)

test(
  '[store.silence] what was said while one was cut off is not taken as known: caughtUp waits for the news',
  async () => {
    const known: string[] = []
    proxied.broadcast.subscribe('t', (payload) => known.push(payload))
    const lost = new Promise<void>((resolve) => void proxied.broadcast.onLost(() => resolve()))
    proxy.freeze()
    await direct.broadcast.publish('t', 'revoked')
    await lost
    // Silent: nobody is let in on what is remembered, whether the connection is still waited for or given up.
    const waiting = proxied.broadcast.caughtUp()
    expect(waiting).toBeInstanceOf(Promise)
    proxied.broadcast.onLost(() => known.push('lost again'))
    proxy.thaw()
    await Promise.resolve(waiting).catch(() => undefined)
    await expect.poll(() => proxied.broadcast.caughtUp(), { timeout: 15_000 }).toBeUndefined()
    expect(known).not.toEqual([])
  },
  SOON_MS,
)

test('[store.silence] a message sent with a write arrives although its sender is gone right after the commit', async () => {
  const arrived = new Promise<string>((resolve) => void direct.broadcast.subscribe('t', resolve))
  await proxied.write(async (tx) => proxied.broadcast.publishWith(tx, 't', 'last words'))
  proxy.cut()
  expect(await arrived).toBe('last words')
})

test(
  '[store.silence] a commit whose answer was lost empties the caches: perhaps there was something to tell',
  async () => {
    const lost = new Promise<void>((resolve) => void proxied.broadcast.onLost(() => resolve()))
    const written = proxied.write(async (tx) => {
      proxied.broadcast.publishWith(tx, 't', 'perhaps')
      proxy.freeze()
    })
    await refused(written)
    await lost
    proxy.thaw()
  },
  SOON_MS,
)
