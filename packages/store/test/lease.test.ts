import fc from 'fast-check'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createLeases, leaseMigrations } from '../src/index.ts'
import type { Lease, Migration, Store } from '../src/index.ts'
import { describeOnBothDatabases } from '../testing/index.ts'

interface Tables {
  lease: { name: string; holder: string; fence: number; expires_at: number }
  effect: { id: number; fence: number }
}

const migrations: Migration[] = [
  ...leaseMigrations,
  {
    name: 'effect',
    async up(db) {
      await db.schema
        .createTable('effect')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('fence', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
]

const NAME = { name: 'nightly', ttlMs: 60_000 }
/** As if the holder had been silent for its whole time. */
const expire = (store: Store<Tables>, at = 0) =>
  store.write((tx) => tx.updateTable('lease').set({ expires_at: at }).execute())
const effectUnder = (store: Store<Tables>, lease: Lease, id: number) =>
  store.write(async (tx) => {
    await lease.confirm(tx)
    await tx.insertInto('effect').values({ id, fence: lease.fence }).execute()
  })

describeOnBothDatabases('leases', migrations, (open) => {
  test('[store.lease] one runs, others are told so, and the next one may as soon as the first has ended', async () => {
    const store = await open<Tables>()
    const leases = createLeases(store)
    const inside: boolean[] = []
    const ran = await leases.run(NAME, async () => {
      inside.push(await createLeases(store).run(NAME, async () => {}))
      inside.push(await leases.run({ ...NAME, name: 'other' }, async () => {}))
    })
    expect([ran, ...inside]).toEqual([true, false, true])
    expect(await createLeases(store).run(NAME, async () => {})).toBe(true)
    await expect(leases.run(NAME, () => Promise.reject(new Error('work failed')))).rejects.toThrow(
      'work failed',
    )
    expect(await leases.run(NAME, async () => {})).toBe(true)
  })

  test('[store.lease] of many takers at once exactly one gets it', async () => {
    const store = await open<Tables>()
    const { promise: othersRefused, resolve } = Promise.withResolvers<void>()
    let refused = 0
    const runs = Array.from({ length: 20 }, async () => {
      const ran = await createLeases(store).run(NAME, () => othersRefused)
      if (!ran && ++refused === 19) resolve()
    })
    await Promise.all(runs)
    expect(refused).toBe(19)
  })

  test('[store.lease] the writes of a holder that was overtaken are refused, and its signal tells', async () => {
    const store = await open<Tables>()
    await createLeases(store).run(NAME, async (old) => {
      await effectUnder(store, old, 1)
      await expire(store)
      const overtaken = once(old.signal, 'abort')
      await createLeases(store).run(NAME, async (current) => {
        expect(current.fence).toBeGreaterThan(old.fence)
        await expect(effectUnder(store, old, 2)).rejects.toMatchObject({ code: 'store_lease_lost' })
        await effectUnder(store, current, 3)
      })
      await overtaken
    })
    const rows = await store.read.selectFrom('effect').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual([1, 3])
  })

  test('[store.lease] renews itself, and notices by itself that it was taken', async () => {
    const store = await open<Tables>()
    const short = { name: 'short', ttlMs: 90 }
    await createLeases(store).run(short, async (lease) => {
      const first = await store.read.selectFrom('lease').selectAll().executeTakeFirstOrThrow()
      await expect
        .poll(
          async () => (await store.read.selectFrom('lease').selectAll().executeTakeFirstOrThrow()).expires_at,
        )
        .toBeGreaterThan(first.expires_at)
      await store.write((tx) => tx.updateTable('lease').set({ fence: 99 }).execute())
      if (!lease.signal.aborted) await once(lease.signal, 'abort')
    })
  })

  test('[store.lease] a clock that was set back by an hour locks nobody out', async () => {
    const store = await open<Tables>()
    await createLeases(store).run(NAME, async () => {
      await expire(store, Date.now() + 3_600_000)
      expect(await createLeases(store).run(NAME, async () => {})).toBe(true)
    })
  })

  test('[store.lease] whatever the order of takes, losses and writes, effects carry growing fences', async () => {
    const store = await open<Tables>()
    const step = fc.constantFrom('take', 'lose', 'write-oldest', 'write-newest')
    let nextId = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        await store.write((tx) => tx.deleteFrom('effect').execute())
        await expire(store)
        const held: Lease[] = []
        const { promise: end, resolve } = Promise.withResolvers<void>()
        const running: Promise<boolean>[] = []
        const take = () =>
          new Promise<void>((settled) => {
            const run = createLeases(store).run(NAME, (lease) => {
              held.push(lease)
              settled()
              return end
            })
            running.push(run)
            run.then(() => settled(), settled)
          })
        for (const each of steps) {
          if (each === 'take') await take()
          if (each === 'lose') await expire(store)
          const writer = each === 'write-oldest' ? held[0] : each === 'write-newest' ? held.at(-1) : undefined
          // A refusal is one of the right answers; what counts is what was written.
          if (writer) await effectUnder(store, writer, ++nextId).catch(() => undefined)
        }
        resolve()
        await Promise.all(running)
        const rows = await store.read.selectFrom('effect').select('fence').orderBy('id').execute()
        const fences = rows.map(({ fence }) => fence)
        expect(fences).toEqual(fences.toSorted((left, right) => left - right))
      }),
      { numRuns: 20 },
    )
  })
})
