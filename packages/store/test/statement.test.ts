import { expect, test } from 'vitest'
import type { Store } from '../src/index.ts'
import { count } from '../src/index.ts'
import { describeOnBothDatabases } from '../testing/index.ts'
import { accountMigrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

const statementsOf = (store: Store<TestTables>) => ({
  insert: store.statement<[string, number], never>({
    sqlite: 'insert into account (id, balance) values (?, ?)',
    postgres: 'insert into account (id, balance) values ($1, $2)',
  }),
  byId: store.statement<[string], { balance: number }>({
    sqlite: 'select balance from account where id = ?',
    postgres: 'select balance from account where id = $1',
  }),
  above: store.statement<[number], { id: string }>({
    sqlite: 'select id from account where balance > ? order by id',
    postgres: 'select id from account where balance > $1 order by id',
  }),
})

describeOnBothDatabases('statement', accountMigrations, (open) => {
  test('[store.statement] belongs to the write it runs in', async () => {
    const store = await open<TestTables>()
    const { insert, byId } = statementsOf(store)
    const failing = store.write(async (tx) => {
      await insert.run(tx, ['a', 1])
      expect(await byId.get(tx, ['a'])).toEqual({ balance: 1 })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await byId.get(store.read, ['a'])).toBeUndefined()
  })

  test('[store.statement] runs often on the same connection, on read and in a read transaction', async () => {
    const store = await open<TestTables>()
    const { insert, above } = statementsOf(store)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        store.write((tx) => insert.run(tx, [`a${10 + index}`, index])),
      ),
    )
    const expected = [{ id: 'a58' }, { id: 'a59' }]
    expect(await above.all(store.read, [47])).toEqual(expected)
    expect(await store.read.transaction().execute((trx) => above.all(trx, [47]))).toEqual(expected)
  })

  test('[store.statement] cannot write through read, cannot outlive its write, refuses NUL', async () => {
    const store = await open<TestTables>()
    const { insert } = statementsOf(store)
    await expect(insert.run(store.read, ['a', 1])).rejects.toMatchObject({ code: 'store_misuse' })
    const { tx } = await store.write(async (kept) => ({ tx: kept }))
    await expect(insert.run(tx, ['a', 1])).rejects.toMatchObject({ code: 'store_misuse' })
    const nul = store.write((inner) => insert.run(inner, ['\0', 1]))
    await expect(nul).rejects.toMatchObject({ code: 'store_nul_text' })
    expect(await count(store.read, 'account')).toBe(0)
  })
})
