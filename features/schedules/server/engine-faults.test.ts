import { uuidv7 } from '@qd/server-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import type { ScheduleDetail, ScheduleRunState } from '../contract/index.ts'
import type { StoredRun } from './schedule-tables.ts'
import {
  DAY_MS,
  MINUTE_MS,
  daily,
  freshKey,
  schedulesWorld,
  worldMigrations,
} from './testing/schedules-world.ts'
import type { SchedulesWorld, WorldOptions } from './testing/schedules-world.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const PAST_NOON = NOON + 5_000
const HOUR_MS = 60 * MINUTE_MS

describeOnBothDatabases('due times under faults', worldMigrations, (open) => {
  let world: SchedulesWorld
  afterEach(async () => {
    await world.schedules.stop()
    await world.close()
  })
  const begin = async (timing = daily(), options: WorldOptions = {}) => {
    world = schedulesWorld(await open<never>(), options)
    const ann = world.signIn('ann')
    return { ann, id: await world.make(ann, timing) }
  }
  const states = (id: string, wanted: ScheduleRunState[]) =>
    expect.poll(() => world.states(id), { timeout: 30_000 }).toEqual(wanted)
  const nextAt = (id: string, at: number) =>
    expect.poll(async () => (await world.entry(id)).next_at, { timeout: 30_000 }).toBe(at)
  const addRun = (scheduleId: string, rest: Partial<StoredRun>) => {
    const id = rest.id ?? uuidv7()
    const row: StoredRun = {
      id,
      schedule_id: scheduleId,
      due_key: `due:${id}`,
      due_at: NOON,
      state: 'waiting',
      is_late: 0,
      by_name: null,
      job_id: null,
      msg: '',
      words: null,
      is_proven: 0,
      started_at: null,
      ended_at: null,
      ...rest,
    }
    return world.store.write((tx) => tx.insertInto('schedule_run').values(row).execute())
  }

  test('[schedules.clock] a clock that jumped two days ahead and back loses no time that was still to come', async () => {
    const { id } = await begin()
    await world.schedules.start()
    world.clock.nowMs = NOON + DAY_MS + 21 * HOUR_MS
    await states(id, ['missed', 'missed'])
    world.clock.nowMs = NOON - 3 * HOUR_MS
    await nextAt(id, NOON)
    expect(await world.states(id)).toEqual([])
    for (let day = 0; day < 3; day++) {
      world.clock.nowMs = PAST_NOON + day * DAY_MS
      await states(id, Array<ScheduleRunState>(day + 1).fill('done'))
    }
  })

  test('[schedules.clock] nor does one that jumped half an hour; what ran meanwhile does not run again', async () => {
    const { id } = await begin(daily({ rule: { kind: 'cron', expression: '*/10 * * * *' }, missed: 'once' }))
    await world.schedules.start()
    world.clock.nowMs = NOON - 3 * HOUR_MS + 35 * MINUTE_MS
    await states(id, ['missed', 'missed', 'done'])
    world.clock.nowMs = NOON - 3 * HOUR_MS + MINUTE_MS
    await nextAt(id, NOON - 3 * HOUR_MS + 10 * MINUTE_MS)
    await states(id, ['done'])
    for (const [minute, runs] of [
      [10, 2],
      [20, 3],
      [30, 3],
      [40, 4],
    ] as const) {
      world.clock.nowMs = NOON - 3 * HOUR_MS + minute * MINUTE_MS
      await nextAt(id, NOON - 3 * HOUR_MS + (minute + 10) * MINUTE_MS)
      await states(id, Array<ScheduleRunState>(runs).fill('done'))
    }
    const keys = (await world.effects()).map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
    expect(keys).toHaveLength(4)
  })

  test('an entry that nobody can read is stopped with its text; all others go on', async () => {
    const { ann, id } = await begin()
    const other = await world.make(ann)
    await world.store.write((tx) =>
      tx
        .updateTable('schedule')
        .set({ rule: '{"kind":"cron","expression":"nonsense"}' })
        .where('id', '=', id)
        .execute(),
    )
    await world.schedules.start()
    world.clock.nowMs = PAST_NOON
    await states(other, ['done'])
    await expect.poll(async () => (await world.entry(id)).state).toBe('stopped')
    const shown = await ann.post<ScheduleDetail>('/platform/schedule/get', { scheduleId: id })
    expect(shown.body.data).toMatchObject({ why: 'refused', may: { resume: false } })
    expect(shown.body.data.fault).toContain('schedules.unreadable')
    expect(world.told[0]?.notice.params).toEqual({ name: 'ping', why: { text: 'schedules.unreadable' } })
    expect(world.logged).toMatchObject([{ scheduleId: id }])
  })

  test('[schedules.missed] a run that waited for a node and begins too late was missed, or runs late', async () => {
    const { ann, id } = await begin(daily({ missed: 'skip' }))
    const once = await world.make(ann, daily({ missed: 'once' }))
    const day = NOON - DAY_MS
    for (const each of [id, once]) await addRun(each, { due_at: day })
    await world.schedules.start()
    await states(id, ['missed'])
    await states(once, ['done'])
    expect((await world.runs(once))[0]?.is_late).toBe(1)
  })

  test('[schedules.overlap] a run that waited for an earlier one is not missed, however long that took', async () => {
    const { id } = await begin(daily({ overlap: 'wait', missed: 'skip' }))
    const standing = { isOpen: true, isGood: true, total: 1, done: 1, failed: 0 }
    world.jobs.set('long', standing)
    // Ids of their own times: two made within a millisecond stand in any order.
    const [first, second] = [NOON - DAY_MS, NOON - 4 * HOUR_MS]
    await addRun(id, { id: uuidv7(first), state: 'working', job_id: 'long', due_at: first })
    await addRun(id, { id: uuidv7(second), due_at: second })
    await world.schedules.start()
    world.jobs.set('long', { ...standing, isOpen: false })
    await states(id, ['done', 'done'])
    expect((await world.runs(id))[1]?.is_late).toBe(1)
  })

  test('[schedules.overlap] no run begins beside another one, whatever the clocks of the nodes made of their ids', async () => {
    const { ann, id } = await begin(daily({ overlap: 'wait' }))
    const marker = await world.make(ann)
    const standing = { isOpen: true, isGood: true, total: 1, done: 1, failed: 0 }
    world.jobs.set('ahead', standing)
    await addRun(id, { id: uuidv7(NOON + 365 * DAY_MS), state: 'working', job_id: 'ahead' })
    await addRun(id, { id: uuidv7(NOON - DAY_MS), due_at: NOON - 3 * HOUR_MS })
    await world.schedules.start()
    await ann.post('/platform/schedule/runNow', { scheduleId: marker, idempotencyKey: freshKey() })
    await states(marker, ['done'])
    expect(await world.states(id)).toEqual(['waiting', 'working'])
    world.jobs.set('ahead', { ...standing, isOpen: false })
    await states(id, ['done', 'done'])
  })

  test('a run ends with its job however many others are open', async () => {
    const { id } = await begin(daily({ overlap: 'both' }))
    const standing = { isOpen: true, isGood: true, total: 1, done: 1, failed: 0 }
    const rows = Array.from({ length: 1_001 }, (_, n) => n)
    for (const n of rows) world.jobs.set(`job-${n}`, standing)
    for (const n of rows) {
      await addRun(id, { id: uuidv7(NOON - DAY_MS + n), state: 'working', job_id: `job-${n}` })
    }
    world.jobs.set('job-1000', { ...standing, isOpen: false })
    await world.schedules.start()
    await expect.poll(async () => (await world.states(id)).at(-1), { timeout: 30_000 }).toBe('done')
  })

  test('[schedules.system] what is told of the program’s own work is said in the language of each reader', async () => {
    const system = 'system:test.nightly'
    const { ann } = await begin(daily(), {
      systemEntries: [
        {
          name: 'test.nightly',
          title: 'schedules.fault',
          rule: { kind: 'daily', at: '10:00' },
          run: () => Promise.reject(new TypeError('a bug')),
        },
      ],
    })
    await world.schedules.start()
    world.clock.nowMs = NOON - HOUR_MS
    await states(system, ['failed'])
    expect(world.told.map(({ notice, to }) => [notice.params, to])).toEqual([
      [{ name: { text: 'schedules.fault' }, why: { text: 'schedules.fault' } }, 'holders'],
    ])
    const inChinese = await ann.post<{ list: { msg: string }[] }>(
      '/platform/schedule/runs',
      { scheduleId: system },
      { language: 'cn' },
    )
    expect(inChinese.body.data.list[0]?.msg).toBe('cn:schedules.fault')
  })
})
