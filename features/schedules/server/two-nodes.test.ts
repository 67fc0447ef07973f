import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import type { LeaseTables } from './testing/lease-table.ts'
import { DAY_MS, leaveEffect, schedulesWorld, worldMigrations } from './testing/schedules-world.ts'
import type { SchedulesWorld } from './testing/schedules-world.ts'

const PAST_NOON = Date.UTC(2026, 10, 23, 12, 0, 5)
const ENTRIES = 60

describeOnBothDatabases('two nodes', worldMigrations, (open) => {
  const worlds: SchedulesWorld[] = []
  afterEach(async () => {
    for (const each of worlds.splice(0)) {
      await each.schedules.stop()
      await each.close()
    }
  })
  const twoNodes = async () => {
    const store = await open<never>()
    const [a, b] = (['a', 'b'] as const).map((name) => {
      const world = schedulesWorld(store, { run: leaveEffect(name), timing: { leaseMs: 60_000 } })
      world.signIn('ann')
      worlds.push(world)
      return world
    })
    return { a: a!, b: b! }
  }
  const expireLeases = (world: SchedulesWorld) =>
    (world.store as unknown as import('@qd/store').Store<LeaseTables>).write((tx) =>
      tx.updateTable('lease').set({ expires_at: 0 }).execute(),
    )

  test('[schedules.once] each due time of many entries runs exactly once over both', async () => {
    const { a, b } = await twoNodes()
    const ann = a.signIn('ann')
    const ids: string[] = []
    for (let n = 0; n < ENTRIES; n++) ids.push(await a.make(ann))
    await Promise.all([a.schedules.start(), b.schedules.start()])
    for (let day = 0; day < 3; day++) {
      for (const world of [a, b]) world.clock.nowMs = PAST_NOON + day * DAY_MS
      const ended = () =>
        a.store.read.selectFrom('schedule_run').select('id').where('state', '=', 'done').execute()
      await expect.poll(async () => (await ended()).length, { timeout: 20_000 }).toBe(ENTRIES * (day + 1))
    }
    const keys = (await a.effects()).map(({ key }) => key)
    expect(new Set(keys).size).toBe(ENTRIES * 3)
    expect(keys).toHaveLength(ENTRIES * 3)
  }, 60_000)

  test('[schedules.fence] a node that slept through its lease commits nothing of a run another one has done', async () => {
    const { a, b } = await twoNodes()
    const begun = Promise.withResolvers<void>()
    const wakeUp = Promise.withResolvers<void>()
    a.runner.run = async (run) => {
      begun.resolve()
      await wakeUp.promise
      return leaveEffect('a')(run)
    }
    const id = await a.make(a.signIn('ann'))
    await a.schedules.start()
    for (const world of [a, b]) world.clock.nowMs = PAST_NOON
    await begun.promise
    await expireLeases(a)
    await b.schedules.start()
    await expect.poll(() => b.states(id), { timeout: 30_000 }).toEqual(['done'])
    wakeUp.resolve()
    await expect.poll(() => a.logged.length).toBe(1)
    expect(a.logged).toMatchObject([{ err: { code: 'store_lease_lost' } }])
    expect(await a.effects()).toMatchObject([{ node: 'b' }])
    expect(await a.states(id)).toEqual(['done'])
  })

  test('[schedules.crash] a run whose node died is done by the next one, under the same key', async () => {
    const { a, b } = await twoNodes()
    const begun = Promise.withResolvers<string>()
    a.runner.run = (run) => {
      begun.resolve(run.key)
      // As a process that was killed: it never comes back.
      return new Promise(() => undefined)
    }
    const id = await a.make(a.signIn('ann'))
    await a.schedules.start()
    for (const world of [a, b]) world.clock.nowMs = PAST_NOON
    const key = await begun.promise
    await expireLeases(a)
    await b.schedules.start()
    await expect.poll(() => b.states(id), { timeout: 30_000 }).toEqual(['done'])
    expect(await b.effects()).toMatchObject([{ key, node: 'b' }])
  })
})
