import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { containsFolded, count, foldForSearch } from '../src/index.ts'
import { describeOnBothDatabases } from '../testing/index.ts'
import { accountMigrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

describeOnBothDatabases('values', accountMigrations, (open) => {
  test('[store.values] text with NUL is refused and nothing of its write stays', async () => {
    const store = await open<TestTables>()
    const nul = store.write(async (tx) => {
      await tx.insertInto('account').values({ id: 'a', balance: 0, note: null }).execute()
      await tx.insertInto('account').values({ id: 'b', balance: 0, note: 'x\0y' }).execute()
    })
    await expect(nul).rejects.toMatchObject({ code: 'store_nul_text' })
    const looked = store.read.selectFrom('account').where('id', '=', '\0').selectAll().execute()
    await expect(looked).rejects.toMatchObject({ code: 'store_nul_text' })
    expect(await count(store.read, 'account')).toBe(0)
  })

  test('[store.values] nothing is in an empty list, and everything is not in it: in reads and in writes', async () => {
    const store = await open<TestTables>()
    const none: string[] = []
    await store.write((tx) =>
      tx
        .insertInto('account')
        .values([
          { id: 'a', balance: 0, note: null },
          { id: 'b', balance: 0, note: 'b' },
        ])
        .execute(),
    )
    const found = (operator: 'in' | 'not in', field: 'id' | 'note' | 'balance') =>
      store.read
        .selectFrom('account')
        .select('id')
        .where(field as 'id', operator, none)
        .orderBy('id')
        .execute()
    for (const field of ['id', 'note', 'balance'] as const) {
      expect(await found('in', field)).toEqual([])
      expect(await found('not in', field)).toEqual([{ id: 'a' }, { id: 'b' }])
    }
    const either = store.read
      .selectFrom('account')
      .select('id')
      .where((eb) => eb.or([eb('id', 'in', none), eb.not(eb('note', 'in', none)).and('id', '=', 'b')]))
    expect(await either.execute()).toEqual([{ id: 'b' }])
    await store.write(async (tx) => {
      await tx.updateTable('account').set({ balance: 7 }).where('id', 'in', none).execute()
      await tx.deleteFrom('account').where('id', 'in', none).execute()
    })
    expect(await count(store.read, 'account', (rows) => rows.where('balance', '=', 0))).toBe(2)
  })

  test('[store.values] integers up to 2^53 - 1 come back as numbers, larger ones never as a wrong number', async () => {
    const store = await open<TestTables>()
    const max = Number.MAX_SAFE_INTEGER
    await store.write(async (tx) => {
      await tx.insertInto('account').values({ id: 'max', balance: max, note: null }).execute()
      await tx.insertInto('account').values({ id: 'min', balance: -max, note: null }).execute()
      await sql`insert into account (id, balance) values ('big', 9007199254740993)`.execute(tx)
    })
    const balanceOf = (id: string) =>
      store.read.selectFrom('account').where('id', '=', id).select('balance').executeTakeFirst()
    expect(await balanceOf('max')).toEqual({ balance: max })
    expect(await balanceOf('min')).toEqual({ balance: -max })
    await expect(balanceOf('big')).rejects.toMatchObject({ code: 'store_unsafe_integer' })
    expect(await balanceOf('max')).toEqual({ balance: max })
  })

  test('[store.values] a too large number does not break the write that met it for its neighbours', async () => {
    const store = await open<TestTables>()
    await store.write((tx) =>
      sql`insert into account (id, balance) values ('big', 9007199254740993)`.execute(tx),
    )
    const [reading, writing] = await Promise.allSettled([
      store.write((tx) => tx.selectFrom('account').selectAll().execute()),
      store.write((tx) => tx.insertInto('account').values({ id: 'b', balance: 0, note: null }).execute()),
    ])
    expect(reading).toMatchObject({ status: 'rejected', reason: { code: 'store_unsafe_integer' } })
    expect(writing.status).toBe('fulfilled')
    expect(await count(store.read, 'account')).toBe(2)
  })

  test('[store.values] sums, counts and truth look the same on both databases', async () => {
    const store = await open<TestTables>()
    await store.write(async (tx) => {
      for (const [id, balance] of [
        ['a', 5],
        ['b', -2],
      ] as const) {
        await tx.insertInto('account').values({ id, balance, note: null }).execute()
      }
    })
    const figures =
      await sql`select sum(balance) as total, count(*) as rows, 1 = 1 as yes, 1 = 2 as no from account`.execute(
        store.read,
      )
    expect(figures.rows).toEqual([{ total: 3, rows: 2, yes: 1, no: 0 }])
    expect(await count(store.read, 'account', (query) => query.where('balance', '<', 0))).toBe(1)
  })

  test('[store.values] a conditional update tells how many rows it changed', async () => {
    const store = await open<TestTables>()
    const update = () =>
      store.write(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('account')
          .set({ balance: 2 })
          .where('id', '=', 'a')
          .where('balance', '=', 1)
          .executeTakeFirstOrThrow()
        return numUpdatedRows
      })
    await store.write((tx) => tx.insertInto('account').values({ id: 'a', balance: 1, note: null }).execute())
    expect(await update()).toBe(1n)
    expect(await update()).toBe(0n)
  })

  test('[store.search] folded text is found whatever its case, and wildcards are ordinary characters', async () => {
    const store = await open<TestTables>()
    const notes = ['ÄRGER 100%', 'under_score', 'underXscore', String.raw`back\slash`, 'ПРИВЕТ', '张三']
    await store.write(async (tx) => {
      for (const note of notes) {
        await tx
          .insertInto('account')
          .values({ id: note, balance: 0, note: foldForSearch(note) })
          .execute()
      }
    })
    const find = async (text: string) => {
      const rows = await store.read
        .selectFrom('account')
        .select('id')
        .where(containsFolded('note', text))
        .execute()
      return rows.map((row) => row.id)
    }
    expect(await find('ärger')).toEqual(['ÄRGER 100%'])
    expect(await find('0%')).toEqual(['ÄRGER 100%'])
    expect(await find('R_S')).toEqual(['under_score'])
    expect(await find(String.raw`K\S`)).toEqual([String.raw`back\slash`])
    expect(await find('привет')).toEqual(['ПРИВЕТ'])
    expect(await find('三')).toEqual(['张三'])
    expect(await find('%')).toEqual(['ÄRGER 100%'])
  })
})
