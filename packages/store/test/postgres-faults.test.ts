import { randomUUID } from 'node:crypto'
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

test.each([
  ['53100', 'store_full'],
  ['53200', 'store_unavailable'],
  ['53300', 'store_unavailable'],
  ['53400', 'store_unavailable'],
])(
  '[store.postgres] what the server is short of: %s is %s, in a write and in a read',
  async (state, code) => {
    store = await openStore<TestTables>({ ...place.where, migrations })
    const short = sql.raw(`do $$ begin raise exception using errcode = '${state}', message = 'short'; end $$`)
    await expect(store.write((tx) => short.execute(tx))).rejects.toMatchObject({ code })
    await expect(short.execute(store.read)).rejects.toMatchObject({ code })
    expect(store.condition().isFull).toBe(code === 'store_full')
    // One that finds room in a page that is there already.
    await store.write((tx) =>
      tx.insertInto('account').values({ id: state, balance: 0, note: null }).execute(),
    )
    expect(store.condition().isFull).toBe(code === 'store_full')
  },
)

test('[store.postgres] a server that takes no more connections is unavailable', async () => {
  const role = `qd_${randomUUID().replaceAll('-', '')}`
  await onCluster(`create role ${role} login connection limit 0`)
  try {
    const databaseUrl = (place.where.databaseUrl ?? '').replace('//postgres@', `//${role}@`)
    await expect(openStore({ databaseUrl, migrations })).rejects.toMatchObject({
      code: 'store_unavailable',
      cause: { code: '53300' },
    })
  } finally {
    await onCluster(`drop role ${role}`)
  }
})

test('[store.postgres] a statement that would take more room beside the tables than it may is unavailable', async () => {
  await onCluster(`alter database ${databaseOf()} set temp_file_limit = '64kB'`)
  await onCluster(`alter database ${databaseOf()} set work_mem = '64kB'`)
  store = await openStore<TestTables>({ ...place.where, migrations })
  const sorted = sql`select n from generate_series(1, 200000) as n order by n desc`.execute(store.read)
  await expect(sorted).rejects.toMatchObject({ code: 'store_unavailable', cause: { code: '53400' } })
})
