import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../src/index.ts'
import type { Dialect, Migration, Store, StoreOptions } from '../src/index.ts'
import { makeTestPlace } from '../testing/index.ts'
import type { TestPlace } from '../testing/index.ts'
import { accountMigrations } from './accounts.ts'

interface Tables {
  schema_migrations: { name: string; position: number; applied_at: number }
  account: { id: string }
  half: { id: string }
}

const failing: Migration = {
  name: '0003-half',
  async up(db) {
    await db.schema.createTable('half').addColumn('id', 'text').execute()
    throw new Error('power went out')
  },
}

describe.each<Dialect>(['sqlite', 'postgres'])('migrations on %s', (dialect) => {
  const opened: Store<Tables>[] = []
  const places: TestPlace[] = []
  const makePlace = async () => {
    const place = await makeTestPlace(dialect)
    places.push(place)
    return place
  }
  const open = async (place: TestPlace, migrations: Migration[], more: Partial<StoreOptions> = {}) => {
    const store = await openStore<Tables>({ ...place.where, migrations, ...more })
    opened.push(store)
    return store
  }
  const appliedIn = (store: Store<Tables>) =>
    store.read.selectFrom('schema_migrations').select(['name', 'position']).orderBy('position').execute()
  const both = [
    { name: '0001-account', position: 0 },
    { name: '0002-entry', position: 1 },
  ]

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await Promise.all(places.splice(0).map((place) => place.remove()))
  })

  test('[store.migrate] are applied once, in order, and go on where they stopped', async () => {
    const place = await makePlace()
    const first = await open(place, accountMigrations.slice(0, 1))
    expect(await appliedIn(first)).toEqual(both.slice(0, 1))
    await first.close()
    await expect(appliedIn(first)).rejects.toMatchObject({ code: 'store_unavailable' })
    const second = await open(place, accountMigrations)
    expect(await appliedIn(second)).toEqual(both)
    await second.close()
    expect(await appliedIn(await open(place, accountMigrations))).toEqual(both)
  })

  test('[store.migrate] an older program refuses a newer schema, read-only too', async () => {
    const place = await makePlace()
    const newer = await open(place, accountMigrations)
    await newer.close()
    const old = accountMigrations.slice(0, 1)
    await expect(open(place, old)).rejects.toMatchObject({ code: 'store_schema_newer' })
    await expect(open(place, old, { readOnly: true })).rejects.toMatchObject({ code: 'store_schema_newer' })
    expect(await appliedIn(await open(place, accountMigrations))).toEqual(both)
  })

  test('[store.migrate] one that fails leaves nothing of itself and everything before it', async () => {
    const place = await makePlace()
    const attempt = open(place, [...accountMigrations, failing])
    await expect(attempt).rejects.toMatchObject({
      code: 'store_migration_failed',
      message: expect.stringContaining('0003-half'),
    })
    const store = await open(place, accountMigrations)
    expect(await appliedIn(store)).toEqual(both)
    await expect(store.read.selectFrom('half').selectAll().execute()).rejects.toThrow(/half/)
  })

  test('[store.migrate] two with one name are refused', async () => {
    const twice = [...accountMigrations, ...accountMigrations]
    await expect(open(await makePlace(), twice)).rejects.toMatchObject({ code: 'store_misuse' })
  })

  test('[store.migrate] a read-only store reads beside the open one and refuses writes', async () => {
    const place = await makePlace()
    const store = await open(place, accountMigrations)
    const reader = await open(place, accountMigrations, { readOnly: true })
    const insert = (tx: Store<Tables>['read']) => tx.insertInto('account').values({ id: 'a' }).execute()
    await expect(reader.write(insert)).rejects.toMatchObject({ code: 'store_misuse' })
    await expect(insert(reader.read)).rejects.toMatchObject({ code: 'store_misuse' })
    expect(await appliedIn(reader)).toEqual(await appliedIn(store))
  })

  if (dialect === 'postgres') {
    test('[store.migrate] of programs started together run once', async () => {
      const place = await makePlace()
      const stores = await Promise.all(Array.from({ length: 4 }, () => open(place, accountMigrations)))
      for (const store of stores) expect(await appliedIn(store)).toEqual(both)
    })
  }
})
