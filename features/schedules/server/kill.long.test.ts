import { join } from 'node:path'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { TestPlace } from '@qd/store/testing'
import { startScript } from '@qd/testing/children'
import { afterEach, describe, expect, test } from 'vitest'
import type { ScheduleTables } from './schedule-tables.ts'
import type { LeaseTables } from './testing/lease-table.ts'
import type { NodeOrder } from './testing/schedules-node.ts'
import { daily, schedulesWorld, worldMigrations } from './testing/schedules-world.ts'
import type { EffectTables } from './testing/schedules-world.ts'

const ENTRIES = 12
const KILLS = 6
const PAST_NOON = Date.UTC(2026, 10, 23, 12, 0, 5)

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function prepare(dialect: Dialect, entries: number): Promise<TestPlace> {
  const place = await makeTestPlace(dialect)
  cleanups.push(() => place.remove())
  const store = await openStore<never>({ ...place.where, migrations: worldMigrations })
  const world = schedulesWorld(store)
  const ann = world.signIn('ann')
  for (let n = 0; n < entries; n++) await world.make(ann, daily())
  await world.close()
  await store.close()
  return place
}

type Tables = ScheduleTables & EffectTables & LeaseTables

async function inStore<T>(
  { where }: TestPlace,
  work: (store: Awaited<ReturnType<typeof openStore<Tables>>>) => Promise<T>,
) {
  const store = await openStore<Tables>({ ...where, migrations: worldMigrations })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** As if the time of whoever holds a run were over: a busy machine must not make it so by itself. */
const expireLeases = (place: TestPlace) =>
  inStore(place, (store) => store.write((tx) => tx.updateTable('lease').set({ expires_at: 0 }).execute()))

const effectsOf = (place: TestPlace) =>
  inStore(place, (store) => store.read.selectFrom('effect').selectAll().execute())
const runsOf = (place: TestPlace) =>
  inStore(place, (store) => store.read.selectFrom('schedule_run').select('state').execute())

function startNode(place: TestPlace, name: string) {
  const order: NodeOrder = { name, where: place.where, nowMs: PAST_NOON }
  const file = join(import.meta.dirname, 'testing/schedules-node.ts')
  const node = startScript(file, [JSON.stringify(order)])
  cleanups.push(node.kill)
  return {
    /** One run goes on to where it stands next. */
    goOn: () => node.write('g'),
    /** From here on, nothing waits for the test. */
    runFree: () => node.write('f'),
    /** Resolves once it has said this line. */
    says: (line: string) => node.says(new RegExp(`^${line}$`)),
    kill: node.kill,
    signal: node.signal,
  }
}

describe.each<Dialect>(['sqlite', 'postgres'])('kill -9 on %s', (dialect) => {
  test('[schedules.crash] killed before and after its effects, each due time runs to its end under one key', async () => {
    const place = await prepare(dialect, ENTRIES)
    for (let kill = 0; kill < KILLS; kill++) {
      const node = startNode(place, `node ${kill}`)
      // All runs stand before their effect, or some have theirs and stand before the end of the run.
      await node.says('before')
      if (kill % 2 === 1) {
        node.goOn()
        await node.says('after')
      }
      await node.kill()
      await expireLeases(place)
    }
    const last = startNode(place, 'last')
    last.runFree()
    await last.says('ended')
    await last.kill()
    expect((await runsOf(place)).map(({ state }) => state)).toEqual(Array(ENTRIES).fill('done'))
    const keys = (await effectsOf(place)).map(({ key }) => key)
    expect(new Set(keys).size).toBe(ENTRIES)
    // What was cut off between its effect and the end of its run is told by its key.
    expect(keys.length - ENTRIES).toBeLessThanOrEqual(KILLS / 2)
  }, 60_000)
})

describe('two nodes on postgres', () => {
  test('[schedules.fence] a node frozen beyond its lease neither runs nor ends what the other one has taken', async () => {
    const place = await prepare('postgres', 1)
    const a = startNode(place, 'a')
    await a.says('before')
    a.signal('SIGSTOP')
    await expireLeases(place)
    const b = startNode(place, 'b')
    b.runFree()
    await b.says('ended')
    a.signal('SIGCONT')
    a.goOn()
    await a.says('log store_lease_lost')
    expect(await effectsOf(place)).toMatchObject([{ node: 'b' }])
    expect(await runsOf(place)).toMatchObject([{ state: 'done' }])
  }, 60_000)
})
