import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../testing/index.ts'
import { accountMigrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

type Fate = 'succeed' | 'throw' | 'break a rule' | 'swallow'

const step = fc.record({
  account: fc.integer({ min: 0, max: 3 }),
  amount: fc.integer({ min: -9, max: 9 }),
  fate: fc.constantFrom<Fate>('succeed', 'succeed', 'throw', 'break a rule', 'swallow'),
  /** Turns of the event loop before it is sent: some share a batch, some do not. */
  waits: fc.integer({ min: 0, max: 3 }),
})

const turns = async (amount: number) => {
  for (let turn = 0; turn < amount; turn++) await new Promise((resolve) => void setImmediate(resolve))
}

describeOnBothDatabases('a random mix of writes', accountMigrations, (open, dialect) => {
  test('[store.model] has exactly the effect of the acknowledged ones', async () => {
    const store = await open<TestTables>()
    const ids = ['0', '1', '2', '3']
    await store.write((tx) =>
      tx
        .insertInto('account')
        .values(ids.map((id) => ({ id, balance: 0, note: null })))
        .execute(),
    )
    const expected = new Map(ids.map((id) => [id, 0]))
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const results = await Promise.allSettled(
        steps.map(async ({ account, amount, fate, waits }) => {
          await turns(waits)
          await store.write(async (tx) => {
            await tx
              .updateTable('account')
              .set((eb) => ({ balance: eb('balance', '+', amount) }))
              .where('id', '=', String(account))
              .execute()
            if (fate === 'throw') throw new Error('planned')
            const duplicate = tx.insertInto('account').values({ id: '0', balance: 0, note: null })
            if (fate === 'break a rule') await duplicate.execute()
            if (fate === 'swallow') await duplicate.execute().catch(() => undefined)
          })
        }),
      )
      for (const [index, { account, amount, fate }] of steps.entries()) {
        expect(results[index]?.status).toBe(fate === 'succeed' ? 'fulfilled' : 'rejected')
        const id = String(account)
        if (fate === 'succeed') expected.set(id, (expected.get(id) ?? 0) + amount)
      }
      const rows = await store.read.selectFrom('account').select(['id', 'balance']).execute()
      expect(new Map(rows.map((row) => [row.id, row.balance]))).toEqual(expected)
    })
    await fc.assert(property, { seed: 42, numRuns: dialect === 'sqlite' ? 150 : 30 })
  })
})
