import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { count } from '../src/index.ts'
import type { Migration, Store } from '../src/index.ts'
import { openStoreForTest } from '../testing/index.ts'

interface Tables {
  item: { id: string; parent: string | null; body: string }
}

/** A deferred rule, which our schemas avoid, is the simplest way to a commit that fails. */
const migrations: Migration[] = [
  {
    name: 'item',
    up: async (db) => {
      await sql`create table item (id text primary key, body text,
        parent text references item (id) deferrable initially deferred)`.execute(db)
    },
  },
]

let store: Store<Tables>
beforeEach(async () => {
  store = await openStoreForTest<Tables>('sqlite', migrations)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})

const put = (id: string, parent: string | null = null, body = '') =>
  store.write(async (tx) => {
    await tx.insertInto('item').values({ id, parent, body }).execute()
    return id
  })

test('[store.batch] a commit that fails rejects every write that shared it, refusals included', async () => {
  // A batch ends when its time is over; on a clock that stands still these four share one, however busy the machine.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const refusal = store.write(async () => {
    throw new Error('refused for what a neighbour wrote')
  })
  const results = await Promise.allSettled([put('a'), put('b', 'nobody'), refusal, put('c')])
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable' } })
  }
  expect(await count(store.read, 'item')).toBe(0)
  expect(await put('d')).toBe('d')
})

/** A clock that stands still leaves writes in one batch, up to the full disk; one that leaps gives each its own. */
const CLOCKS = {
  stands: { clock: () => 0, outcomes: ['store_full', 'store_full', 'later'], kept: ['later'] },
  leaps: { clock: hours(), outcomes: ['small', 'store_full', 'later'], kept: ['later', 'small'] },
}

function hours(): () => number {
  let hour = 0
  return () => (hour += 3_600_000)
}

test.each(Object.entries(CLOCKS))(
  '[store.batch] a full disk takes back what shares the batch, and writing goes on when there is room: the clock %s',
  async (_name, { clock, outcomes, kept }) => {
    const limitPages = (pages: number) =>
      store.write((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
    await limitPages(50)
    const stopped = vi.spyOn(performance, 'now').mockImplementation(clock)
    const results = await Promise.allSettled([
      put('small'),
      put('huge', null, 'x'.repeat(1_000_000)),
      put('later'),
    ])
    stopped.mockRestore()
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code)),
    ).toEqual(outcomes)
    const rows = await store.read.selectFrom('item').select('id').orderBy('id').execute()
    expect(rows.map((row) => row.id)).toEqual(kept)
    await limitPages(100_000)
    expect(await put('after')).toBe('after')
  },
)

test('[store.batch] more writes than one batch holds are all committed', async () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => String(index))
  expect(await Promise.all(ids.map((id) => put(id)))).toEqual(ids)
  expect(await count(store.read, 'item')).toBe(1_000)
})

test('[store.batch] later writes of a batch see what earlier ones wrote', async () => {
  const seen = (tx: Store<Tables>['read']) => count(tx, 'item')
  const [, first, , second] = await Promise.all([put('a'), store.write(seen), put('b'), store.write(seen)])
  expect([first, second]).toEqual([1, 2])
})
