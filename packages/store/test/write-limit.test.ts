import { afterEach, describe, expect, test } from 'vitest'
import { count } from '../src/index.ts'
import type { Dialect, Store } from '../src/index.ts'
import { openStoreForTest } from '../testing/index.ts'
import { accountMigrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

describe.each<Dialect>(['sqlite', 'postgres'])('the limit of a write on %s', (dialect) => {
  let store: Store<TestTables>
  afterEach(() => store.close())

  test('[store.limit] a function waiting for anything else is rolled back and its neighbours are not', async () => {
    store = await openStoreForTest<TestTables>(dialect, accountMigrations, { maxWriteMs: 500 })
    const forEver = store.write(async (tx) => {
      await tx.insertInto('account').values({ id: 'slow', balance: 0, note: null }).execute()
      await new Promise(() => undefined)
    })
    const quick = store.write((tx) =>
      tx.insertInto('account').values({ id: 'quick', balance: 0, note: null }).execute(),
    )
    await expect(forEver).rejects.toMatchObject({ code: 'store_write_too_long' })
    await quick
    expect(await count(store.read, 'account')).toBe(1)
  })

  test('[store.limit] a function that blocks the process is noticed too', async () => {
    store = await openStoreForTest<TestTables>(dialect, accountMigrations, { maxWriteMs: 1 })
    const busy = store.write(async () => {
      const untilMs = performance.now() + 5
      while (performance.now() < untilMs);
    })
    await expect(busy).rejects.toMatchObject({ code: 'store_write_too_long' })
  })
})
