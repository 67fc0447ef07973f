import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { count, openStore } from '../src/index.ts'
import type { Store } from '../src/index.ts'
import { makeTestPlace } from '../testing/index.ts'
import type { TestPlace } from '../testing/index.ts'
import { onCluster } from '../testing/postgres-cluster.ts'
import { accountMigrations as migrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

let place: TestPlace
let store: Store<TestTables> | undefined
const databaseOf = () => new URL(place.where.databaseUrl ?? '').pathname.slice(1)

beforeEach(async () => {
  place = await makeTestPlace('postgres')
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await place.remove()
})

test('[store.postgres] connections killed in the middle of a write and while idle reject, then work again', async () => {
  store = await openStore<TestTables>({ ...place.where, migrations })
  const { write, read } = store
  const killOthers = () =>
    onCluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseOf()}'`)
  const cut = write(async (tx) => {
    await tx.insertInto('account').values({ id: 'a', balance: 0, note: null }).execute()
    await killOthers()
    await tx.insertInto('account').values({ id: 'b', balance: 0, note: null }).execute()
  })
  await expect(cut).rejects.toMatchObject({ code: 'store_unavailable' })
  await write((tx) => tx.insertInto('account').values({ id: 'c', balance: 0, note: null }).execute())
  expect(await count(read, 'account')).toBe(1)
})

test.each(['synchronous_commit'])(
  '[store.postgres] refuses a server that may forget: %s=off',
  async (setting) => {
    await onCluster(`alter database ${databaseOf()} set ${setting} = off`)
    const attempt = openStore({ ...place.where, migrations })
    await expect(attempt).rejects.toMatchObject({
      code: 'store_not_durable',
      message: expect.stringContaining(setting),
    })
  },
)

test('[store.postgres] the tests themselves run with fsync on', async () => {
  store = await openStore<TestTables>({ ...place.where, migrations })
  const settings = await sql`select current_setting('fsync') as fsync`.execute(store.read)
  expect(settings.rows).toEqual([{ fsync: 'on' }])
})

test('[store.postgres] a server that is not there is unavailable', async () => {
  const databaseUrl = 'postgresql://postgres@127.0.0.1:1/none'
  await expect(openStore({ databaseUrl, migrations })).rejects.toMatchObject({ code: 'store_unavailable' })
  const missing = (place.where.databaseUrl ?? '').replace(/\w+$/, 'no_such_database')
  await expect(openStore({ databaseUrl: missing, migrations })).rejects.toMatchObject({
    code: 'store_unavailable',
  })
})
