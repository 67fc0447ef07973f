import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { count } from '../src/index.ts'
import { describeOnBothDatabases } from '../testing/index.ts'
import { accountMigrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

const account = (id: string, balance = 0) => ({ id, balance, note: null })

describeOnBothDatabases('write', accountMigrations, (open) => {
  test('[store.write] is visible to read as soon as it resolves', async () => {
    const store = await open<TestTables>()
    const answer = await store.write(async (tx) => {
      await tx.insertInto('account').values(account('a', 7)).execute()
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await store.read.selectFrom('account').selectAll().execute()).toEqual([account('a', 7)])
  })

  test('[store.write] leaves nothing of a function that throws', async () => {
    const store = await open<TestTables>()
    const failing = store.write(async (tx) => {
      await tx.insertInto('account').values(account('a')).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await count(store.read, 'account')).toBe(0)
  })

  test('[store.write] rejects only the failing ones of 200 in flight', async () => {
    const store = await open<TestTables>()
    const settled = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        store.write(async (tx) => {
          await tx
            .insertInto('account')
            .values(account(`a${index}`))
            .execute()
          if (index % 3 === 0) throw new Error(`no ${index}`)
          return index
        }),
      ),
    )
    for (const [index, result] of settled.entries()) {
      if (index % 3 === 0) expect(result).toMatchObject({ reason: { message: `no ${index}` } })
      else expect(result).toEqual({ status: 'fulfilled', value: index })
    }
    const rows = await store.read.selectFrom('account').select('id').execute()
    const expected = Array.from({ length: 200 }, (_, index) => index).filter((index) => index % 3 !== 0)
    expect(rows.map((row) => row.id).sort()).toEqual(expected.map((index) => `a${index}`).sort())
  })

  test('[store.write] rejects when a failed statement was swallowed, on both databases', async () => {
    const store = await open<TestTables>()
    await store.write((tx) => tx.insertInto('account').values(account('a')).execute())
    const swallowing = store.write(async (tx) => {
      await tx.insertInto('account').values(account('b')).execute()
      await tx
        .insertInto('account')
        .values(account('a'))
        .execute()
        .catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow(/unique/i)
    expect(await count(store.read, 'account')).toBe(1)
  })

  test('[store.write] holds foreign keys', async () => {
    const store = await open<TestTables>()
    const orphan = store.write((tx) =>
      tx.insertInto('entry').values({ id: 'e', account_id: 'nobody', amount: 1 }).execute(),
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
  })

  test('[store.write] refuses a write inside a write and a transaction inside it', async () => {
    const store = await open<TestTables>()
    const nested = store.write(() => store.write(async () => 1))
    await expect(nested).rejects.toMatchObject({ code: 'store_misuse' })
    const inner = store.write((tx) => tx.transaction().execute(async () => 1))
    await expect(inner).rejects.toMatchObject({ code: 'store_misuse' })
    expect(await store.write(async () => store.dialect)).toBe(store.dialect)
  })

  test('[store.write] refuses a tx kept beyond its write', async () => {
    const store = await open<TestTables>()
    const kept = await store.write(async (tx) => ({ tx }))
    const late = kept.tx.insertInto('account').values(account('late')).execute()
    await expect(late).rejects.toMatchObject({ code: 'store_misuse' })
    expect(await count(store.read, 'account')).toBe(0)
  })

  test('[store.write] runs each function in the async context of its caller', async () => {
    const store = await open<TestTables>()
    const request = new AsyncLocalStorage<string>()
    const seen = await Promise.all(
      ['r1', 'r2', 'r3'].map((id) => request.run(id, () => store.write(async () => request.getStore()))),
    )
    expect(seen).toEqual(['r1', 'r2', 'r3'])
  })

  test('[store.read] cannot write', async () => {
    const store = await open<TestTables>()
    const insert = store.read.insertInto('account').values(account('a')).execute()
    await expect(insert).rejects.toMatchObject({ code: 'store_misuse' })
    const raw = sql`create table sneaky (id text)`.execute(store.read)
    await expect(raw).rejects.toMatchObject({ code: 'store_misuse' })
    const inTransaction = store.read
      .transaction()
      .execute((trx) => trx.insertInto('account').values(account('b')).execute())
    await expect(inTransaction).rejects.toMatchObject({ code: 'store_misuse' })
    expect(await count(store.read, 'account')).toBe(0)
  })

  test('[store.read] a read transaction sees one moment while writes go on', async () => {
    const store = await open<TestTables>()
    await store.read.transaction().execute(async (trx) => {
      expect(await count(trx, 'account')).toBe(0)
      await store.write((tx) => tx.insertInto('account').values(account('a')).execute())
      expect(await count(trx, 'account')).toBe(0)
      expect(await count(store.read, 'account')).toBe(1)
    })
  })

  test('[store.read] many read transactions that each need a second connection do not wait for each other', async () => {
    const store = await open<TestTables>()
    const amount = store.dialect === 'sqlite' ? 20 : 5
    const all = Promise.withResolvers<void>()
    let started = 0
    const counts = await Promise.all(
      Array.from({ length: amount }, () =>
        store.read.transaction().execute(async (trx) => {
          await count(trx, 'account')
          started += 1
          if (started === amount) all.resolve()
          await all.promise
          return count(store.read, 'account')
        }),
      ),
    )
    expect(counts).toEqual(Array.from({ length: amount }, () => 0))
  })

  test('[store.as] is the same store with other table types', async () => {
    const store = await open<TestTables>()
    const other = store.as<{ account: { id: string; balance: number } }>()
    await other.write((tx) => tx.insertInto('account').values({ id: 'a', balance: 1 }).execute())
    expect(await count(store.read, 'account')).toBe(1)
  })

  test('[store.close] refuses what comes after and finishes what came before', async () => {
    const store = await open<TestTables>()
    const before = store.write((tx: Kysely<TestTables>) => tx.selectFrom('account').selectAll().execute())
    await store.ping()
    const closing = store.close()
    expect(await before).toEqual([])
    await closing
    await expect(store.write(async () => 1)).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(count(store.read, 'account')).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(store.ping()).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})
