import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import type { ScheduleRunState } from '../contract/index.ts'
import {
  DAY_MS,
  MINUTE_MS,
  daily,
  leaveEffect,
  refusal,
  schedulesWorld,
  worldMigrations,
} from './testing/schedules-world.ts'
import type { SchedulesWorld, WorldOptions } from './testing/schedules-world.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const PAST_NOON = NOON + 5_000
const HOUR_MS = 60 * MINUTE_MS

describeOnBothDatabases('due times', worldMigrations, (open) => {
  const worlds: SchedulesWorld[] = []
  let world: SchedulesWorld
  afterEach(async () => {
    for (const each of worlds.splice(0)) {
      await each.schedules.stop()
      await each.close()
    }
  })
  const begin = async (timing = daily(), options: WorldOptions = {}) => {
    const store = await open<never>()
    world = schedulesWorld(store, options)
    worlds.push(world)
    const ann = world.signIn('ann')
    const id = await world.make(ann, timing)
    await world.schedules.start()
    return { ann, id, store }
  }
  const states = (id: string, wanted: ScheduleRunState[]) =>
    expect.poll(() => world.states(id), { timeout: 30_000 }).toEqual(wanted)
  /** The next looks of the node are over. */
  const looked = async (at: number) => {
    world.clock.nowMs = at
    const marker = await world.make(world.signIn('marker'), daily({ rule: { kind: 'once', at: at + 1 } }))
    world.clock.nowMs = at + 1
    await states(marker, ['done'])
  }

  test('[schedules.due] a due time runs once, in its owner’s name, and the next one is known', async () => {
    const { id } = await begin()
    world.clock.nowMs = PAST_NOON
    await states(id, ['done'])
    expect(await world.effects()).toMatchObject([{ key: `schedule.${id}.${NOON}` }])
    expect((await world.entry(id)).next_at).toBe(NOON + DAY_MS)
    expect(world.auditRows.at(-1)?.entry).toMatchObject({
      action: 'schedules.ran',
      actor: 'ann',
      target: id,
      detail: { dueAt: NOON },
    })
  })

  test('[schedules.missed] the console was down for a day: once runs the newest time, late', async () => {
    const { id } = await begin(daily({ missed: 'once' }))
    world.clock.nowMs = NOON + DAY_MS + HOUR_MS
    await states(id, ['missed', 'done'])
    expect((await world.runs(id)).map(({ due_at: at, is_late: isLate }) => [at, isLate])).toEqual([
      [NOON, 0],
      [NOON + DAY_MS, 1],
    ])
  })

  test('[schedules.missed] the console was down for two days: each runs one after the other, skip runs none', async () => {
    const { id, ann } = await begin(daily({ missed: 'each' }))
    const skipped = await world.make(ann, daily({ missed: 'skip' }))
    const order: number[] = []
    let open = 0
    world.runner.run = async (run) => {
      open += 1
      expect(open).toBe(1)
      order.push(run.dueAt)
      await leaveEffect('here')(run)
      open -= 1
      return {}
    }
    world.clock.nowMs = NOON + 2 * DAY_MS + HOUR_MS
    await states(id, ['done', 'done', 'done'])
    await states(skipped, ['missed', 'missed', 'missed'])
    expect(order).toEqual([NOON, NOON + DAY_MS, NOON + 2 * DAY_MS])
  })

  test('[schedules.clock] a clock that is set back runs nothing twice, and goes on with what is still to come', async () => {
    const { id } = await begin()
    world.clock.nowMs = PAST_NOON
    await states(id, ['done'])
    await looked(NOON - 3 * HOUR_MS)
    await looked(PAST_NOON)
    expect(await world.states(id)).toEqual(['done'])
    world.clock.nowMs = PAST_NOON + DAY_MS
    await states(id, ['done', 'done'])
    expect((await world.effects()).filter(({ key }) => key.includes(id))).toHaveLength(2)
  })

  test('[schedules.clock] a clock that ran a year ahead and is right again leaves no entry asleep', async () => {
    const { id } = await begin()
    const ahead = PAST_NOON + 365 * DAY_MS
    world.clock.nowMs = ahead
    await states(
      id,
      Array.from({ length: 25 }, (_, n) => (n === 24 ? 'done' : 'missed')),
    )
    await looked(NOON + HOUR_MS)
    expect((await world.entry(id)).next_at).toBe(NOON + DAY_MS)
    world.clock.nowMs = PAST_NOON + DAY_MS
    // What was noted as missed had not come yet.
    await states(id, ['done', 'done'])
  })

  test('[schedules.owner] an owner who is disabled stops the entry; they and those who manage entries are told', async () => {
    const { id } = await begin()
    world.people.clear()
    world.clock.nowMs = PAST_NOON
    await states(id, ['failed'])
    expect(await world.entry(id)).toMatchObject({ state: 'stopped', why: 'owner_gone', next_at: null })
    expect(world.told.map(({ notice, to }) => [notice.kind.name, notice.page, to])).toEqual([
      ['schedules.stopped', `/schedules/${id}`, ['id-ann']],
      ['schedules.stopped', `/schedules/${id}`, 'holders'],
    ])
    expect(world.auditRows.at(-1)?.entry).toMatchObject({ action: 'schedules.stopped', actor: 'ann' })
    expect(await world.effects()).toEqual([])
  })

  test('[schedules.owner] an owner without the right, or with no place left, stops the entry too', async () => {
    const { id } = await begin()
    world.signIn('ann', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }])
    world.clock.nowMs = PAST_NOON
    await states(id, ['failed'])
    expect(await world.entry(id)).toMatchObject({ state: 'stopped', why: 'rights_lost' })
    const bob = world.signIn('bob')
    const lost = await world.make(bob)
    await world.store.write((tx) =>
      tx.updateTable('schedule').set({ target: '{"lineId":"gone"}' }).where('id', '=', lost).execute(),
    )
    world.clock.nowMs = PAST_NOON + DAY_MS
    await states(lost, ['failed'])
    expect(await world.entry(lost)).toMatchObject({ state: 'stopped', why: 'place_gone' })
  })

  test('what can never succeed stops the entry; what may pass fails its run only', async () => {
    const { id } = await begin()
    world.runner.run = async () => Promise.reject(refusal('test_busy'))
    world.clock.nowMs = PAST_NOON
    await states(id, ['failed'])
    expect(await world.entry(id)).toMatchObject({ state: 'active', next_at: NOON + DAY_MS })
    expect(world.told.at(0)?.notice).toMatchObject({ kind: { name: 'schedules.failed' } })
    world.runner.run = async () => Promise.reject(refusal('test_gone'))
    world.clock.nowMs = PAST_NOON + DAY_MS
    await states(id, ['failed', 'failed'])
    expect(await world.entry(id)).toMatchObject({ state: 'stopped', why: 'refused' })
    expect((await world.entry(id)).fault).toContain('test_gone')
  })

  test('a fault of the program fails its run and is logged', async () => {
    const { id } = await begin()
    world.runner.run = async () => Promise.reject(new TypeError('a bug'))
    world.clock.nowMs = PAST_NOON
    await states(id, ['failed'])
    expect((await world.entry(id)).state).toBe('active')
    expect(world.logged).toMatchObject([{ err: { message: 'a bug' } }])
  })

  test('[schedules.overlap] a run lasts as long as its job: the next time is skipped, or waits for its end', async () => {
    const { id, ann } = await begin(daily({ overlap: 'skip' }))
    const waits = await world.make(ann, daily({ overlap: 'wait' }))
    const both = await world.make(ann, daily({ overlap: 'both' }))
    const standing = { isOpen: true, isGood: true, total: 2, done: 2, failed: 0 }
    world.runner.run = async ({ key }) => {
      world.jobs.set(key, standing)
      return { jobId: key }
    }
    world.clock.nowMs = PAST_NOON
    for (const each of [id, waits, both]) await states(each, ['working'])
    world.clock.nowMs = PAST_NOON + DAY_MS
    await states(id, ['working', 'skipped'])
    await states(waits, ['working', 'waiting'])
    await states(both, ['working', 'working'])
    for (const key of world.jobs.keys()) world.jobs.set(key, { ...standing, isOpen: false })
    await states(id, ['done', 'skipped'])
    await states(waits, ['done', 'working'])
    expect(world.told).toEqual([])
  })

  test('a run whose job failed in part, or is gone, has failed and is told', async () => {
    const { id, ann } = await begin()
    const gone = await world.make(ann)
    world.runner.run = async ({ key, scheduleId }) => {
      const job = { isOpen: false, isGood: false, total: 2, done: 1, failed: 1 }
      if (scheduleId === id) world.jobs.set(key, job)
      return { jobId: key }
    }
    world.clock.nowMs = PAST_NOON
    for (const each of [id, gone]) await states(each, ['failed'])
    expect(world.told.map(({ notice }) => notice.kind.name)).toEqual(Array(4).fill('schedules.failed'))
  })

  test('[schedules.system] what the program does by itself is one entry, and a changed rule counts at the next start', async () => {
    let runs = 0
    const nightly = (at: string) => [
      {
        name: 'test.nightly',
        title: 'schedules.list',
        rule: { kind: 'daily' as const, at },
        run: async () => void runs++,
      },
    ]
    const { store } = await begin(daily(), { systemEntries: nightly('10:00') })
    const other = schedulesWorld(store, { systemEntries: nightly('11:00') })
    worlds.push(other)
    await other.schedules.start()
    expect(await world.entry('system:test.nightly')).toMatchObject({
      owner: 'system',
      next_at: NOON - HOUR_MS,
    })
    for (const each of worlds) each.clock.nowMs = NOON - HOUR_MS + 1
    await states('system:test.nightly', ['done'])
    expect(runs).toBe(1)
  })
})
