import type { Grant } from '@qd/contract-kit'
import { aServer } from '@qd/server-kit/testing'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import type { ScheduleDetail, ScheduleRunView, ScheduleView } from '../contract/index.ts'
import { DAY_MS, daily, freshKey, schedulesWorld, worldMigrations } from './testing/schedules-world.ts'
import type { SchedulesWorld } from './testing/schedules-world.ts'

const grant = (scope: string, codes: string[], environment: Grant['environment'] = '*'): Grant => ({
  scope,
  environment,
  codes,
})
const PLACE = 'lantern/northwind/northwind-test'
const NOON = Date.UTC(2026, 10, 23, 12)
const LIVE = 'lantern-live'

describeOnBothDatabases('the calls of schedules', worldMigrations, (open) => {
  let world: SchedulesWorld
  afterEach(async () => {
    await world.schedules.stop()
    await world.close()
  })
  const begin = async () => {
    world = schedulesWorld(await open<never>(), {
      servers: [aServer(), aServer({ lineId: LIVE, operator: 'harbour', sId: 9, environment: 'production' })],
      systemEntries: [
        {
          name: 'test.nightly',
          title: 'schedules.list',
          rule: { kind: 'daily', at: '03:00' },
          run: async () => {},
        },
      ],
    })
    const ann = world.signIn('ann')
    return { ann, id: await world.make(ann) }
  }
  type Speaker = ReturnType<SchedulesWorld['signIn']>
  const call = <T = ScheduleDetail>(as: Speaker, name: string, body: object) =>
    as.post<T>(`/platform/schedule/${name}`, body)
  const idsOf = async (as: Speaker, body: object = {}) =>
    (await call<{ list: ScheduleView[] }>(as, 'list', body)).body.data.list.map(({ id }) => id)

  test('[schedules.page] an entry says when it is due next, by which rule, and what it does', async () => {
    const { ann, id } = await begin()
    const { body } = await call(ann, 'get', { scheduleId: id })
    expect(body.data).toMatchObject({
      state: 'active',
      nextAt: NOON,
      timing: daily(),
      owner: 'ann',
      isMine: true,
      placeName: ['Northwind', 'northwind-test'],
      upcoming: [NOON, NOON + DAY_MS, NOON + 2 * DAY_MS, NOON + 3 * DAY_MS, NOON + 4 * DAY_MS],
      facts: [{ label: 'word', value: 'hello' }],
      may: { pause: true, resume: false, runNow: true, edit: true, delete: true },
    })
  })

  test('[schedules.see] everybody sees their own entries, those of others where they may read entries, the system’s everywhere', async () => {
    const { ann, id } = await begin()
    await world.schedules.start()
    const other = await world.make(ann, daily(), { lineId: LIVE })
    const system = 'system:test.nightly'
    expect((await idsOf(ann)).toSorted()).toEqual([id, other, system].toSorted())
    expect(await idsOf(world.signIn('bob', []))).toEqual([])
    expect(await idsOf(world.signIn('eve', [grant('lantern/northwind', ['schedules.read'])]))).toEqual([id])
    expect(await idsOf(world.signIn('dan', [grant('*', ['schedules.read'], 'production')]))).toEqual([other])
    expect(await idsOf(world.signIn('kim', [grant('lantern/north', ['schedules.read'])]))).toEqual([])
    expect(await idsOf(ann, { owner: 'system' })).toEqual([system])
    expect(await idsOf(ann, { owner: 'mine', scope: 'lantern/harbour' })).toEqual([other])
    expect(await idsOf(ann, { state: 'paused' })).toEqual([])
  })

  test('[S6.02][schedules.see] a foreign entry and a missing one answer alike, whatever is asked; without a login nothing is', async () => {
    const { id } = await begin()
    const bob = world.signIn('bob', [])
    const rest: Record<string, object> = {
      runNow: { idempotencyKey: freshKey() },
      edit: { revision: 0, timing: daily() },
    }
    for (const name of ['get', 'runs', 'pause', 'resume', 'delete', 'runNow', 'edit']) {
      const [foreign, missing] = [
        await call(bob, name, { scheduleId: id, ...rest[name] }),
        await call(bob, name, { scheduleId: 'no-such', ...rest[name] }),
      ]
      expect([foreign.http, foreign.body.err?.code], name).toEqual([404, 'schedule_not_found'])
      expect(missing.body.err).toEqual(foreign.body.err)
    }
    expect((await world.anonymous.post('/platform/schedule/list', {})).http).toBe(401)
  })

  test('[schedules.manage] who may only read is refused; who manages pauses, and the audit says so at the place; setting it off again takes the right of its kind', async () => {
    const { id } = await begin()
    const reader = world.signIn('eve', [grant(PLACE, ['schedules.read'])])
    for (const name of ['pause', 'delete']) {
      expect((await call(reader, name, { scheduleId: id })).http, name).toBe(403)
    }
    const keeper = world.signIn('kay', [grant(PLACE, ['schedules.read', 'schedules.manage'])])
    const paused = await call(keeper, 'pause', { scheduleId: id })
    expect(paused.body.data).toMatchObject({ state: 'paused', nextAt: null, upcoming: [] })
    expect(world.auditRows.at(-1)?.entry).toMatchObject({
      action: 'schedules.pause',
      actor: 'kay',
      target: id,
      scope: PLACE,
    })
    expect((await call(keeper, 'pause', { scheduleId: id })).body.err?.code).toBe('schedule_wrong_state')
    world.clock.nowMs = NOON + 3 * DAY_MS + 1
    expect((await call(keeper, 'resume', { scheduleId: id })).http).toBe(403)
    expect(paused.body.data.may).toMatchObject({ resume: false, runNow: false, delete: true })
    const driver = world.signIn('lee', [grant(PLACE, ['schedules.manage', 'test.ping'])])
    const resumed = await call(driver, 'resume', { scheduleId: id })
    // What lies in between is not made up for.
    expect(resumed.body.data).toMatchObject({ state: 'active', nextAt: NOON + 4 * DAY_MS, owner: 'ann' })
    const now = await call(keeper, 'runNow', { scheduleId: id, idempotencyKey: freshKey() })
    expect(now.http).toBe(403)
  })

  test('[schedules.now] one press runs it once in its owner’s name, whatever is sent again', async () => {
    const { id, ann } = await begin()
    await world.schedules.start()
    const keeper = world.signIn('kay', [grant(PLACE, ['schedules.read', 'schedules.manage', 'test.ping'])])
    const body = { scheduleId: id, idempotencyKey: freshKey() }
    expect((await call(keeper, 'runNow', body)).http).toBe(200)
    await expect.poll(() => world.states(id)).toEqual(['done'])
    expect((await call(keeper, 'runNow', body)).http).toBe(200)
    expect(await world.states(id)).toEqual(['done'])
    const { list } = (await call<{ list: ScheduleRunView[] }>(ann, 'runs', { scheduleId: id })).body.data
    expect(list).toMatchObject([{ state: 'done', by: 'kay', isLate: false }])
    expect(world.auditRows.filter(({ entry }) => entry?.action === 'schedules.ran')).toMatchObject([
      { entry: { actor: 'ann', detail: { by: 'kay' } } },
    ])
    expect((await world.entry(id)).next_at).toBe(NOON)
  })

  test('[schedules.now] while a run has not ended, another one is refused where only one may run', async () => {
    const { id, ann } = await begin()
    world.runner.run = async () => ({ jobId: 'job-1' })
    world.jobs.set('job-1', { isOpen: true, isGood: true, total: 1, done: 0, failed: 0 })
    await world.schedules.start()
    await call(ann, 'runNow', { scheduleId: id, idempotencyKey: freshKey() })
    const again = await call(ann, 'runNow', { scheduleId: id, idempotencyKey: freshKey() })
    expect([again.http, again.body.err?.code]).toEqual([409, 'schedule_running'])
  })

  test('[schedules.production] in production resuming, running and changing want a reason and the typed name', async () => {
    const { ann } = await begin()
    const id = await world.make(ann, daily(), { lineId: LIVE })
    const bodies = {
      resume: { scheduleId: id },
      runNow: { scheduleId: id, idempotencyKey: freshKey() },
      edit: { scheduleId: id, revision: 2, timing: daily({ missed: 'once' }) },
    }
    await call(ann, 'pause', { scheduleId: id })
    for (const [name, body] of Object.entries(bodies)) {
      const asked = await call(ann, name, body)
      expect([name, asked.http, asked.body.err?.code]).toEqual([name, 428, 'confirm_required'])
      expect(asked.body.err?.details).toMatchObject({ expected: LIVE })
      const done = await call(ann, name, { ...body, reason: 'ticket', confirm: LIVE })
      expect([name, done.http]).toEqual([name, 200])
    }
  })

  test('[schedules.edit] a change counts from now; of two who change it at once the second is refused', async () => {
    const { ann, id } = await begin()
    const timing = daily({ rule: { kind: 'daily', at: '15:00' }, zone: 'Asia/Shanghai' })
    const changed = await call(ann, 'edit', { scheduleId: id, revision: 0, timing })
    expect(changed.body.data).toMatchObject({ timing, revision: 1, nextAt: Date.UTC(2026, 10, 24, 7) })
    expect(world.auditRows.at(-1)?.entry?.detail).toMatchObject({ before: daily(), after: timing })
    const late = await call(ann, 'edit', { scheduleId: id, revision: 0, timing })
    expect([late.http, late.body.err?.code]).toEqual([409, 'schedule_changed'])
  })

  test.each([
    ['a cron nobody can read', { rule: { kind: 'cron', expression: '61 * * * *' } }, 'schedule_cron_invalid'],
    ['an unknown zone', { zone: 'Mars/Phobos' }, 'schedule_zone_unknown'],
    [
      'an unknown zone of real minutes',
      { zone: 'Mars/Phobos', rule: { kind: 'every', minutes: 5, from: 0 } },
      'schedule_zone_unknown',
    ],
    [
      'an unknown zone of one moment',
      { zone: 'Mars/Phobos', rule: { kind: 'once', at: NOON } },
      'schedule_zone_unknown',
    ],
    ['an offset, which is no zone', { zone: '+05:30' }, 'field_invalid'],
    ['a time that has passed', { rule: { kind: 'once', at: 1_000 } }, 'schedule_never_due'],
    ['an hour of the day that is none', { rule: { kind: 'daily', at: '24:00' } }, 'field_invalid'],
    ['a week without days', { rule: { kind: 'weekly', days: [], at: '09:00' } }, 'field_invalid'],
    ['minutes below one', { rule: { kind: 'every', minutes: 0, from: 0 } }, 'field_invalid'],
    ['a kind of rule that is none', { rule: { kind: 'sometimes' } }, 'field_invalid'],
  ])('[schedules.input] %s is refused, in the preview as in the change', async (_what, part, code) => {
    const { ann, id } = await begin()
    const timing = { ...daily(), ...part }
    const preview = await call(ann, 'preview', { timing })
    const edit = await call(ann, 'edit', { scheduleId: id, revision: 0, timing })
    expect([preview.body.err?.code, edit.body.err?.code]).toEqual([code, code])
    expect(preview.body.msg).not.toBe('')
  })

  test('[schedules.input] names of zones without a slash are zones too', async () => {
    const { ann, id } = await begin()
    for (const [at, zone] of ['Japan', 'GMT', 'EST5EDT', 'NZ-CHAT', 'Etc/GMT-8'].entries()) {
      const timing = daily({ zone })
      const { http, body } = await call(ann, 'edit', { scheduleId: id, revision: at, timing })
      expect([zone, http, body.data?.timing]).toEqual([zone, 200, timing])
    }
  })

  test('[schedules.page] an entry under a name of a zone that is no longer taken is listed with the others', async () => {
    const { ann, id } = await begin()
    await world.store.write((tx) =>
      tx.updateTable('schedule').set({ zone: '+00:00' }).where('id', '=', id).execute(),
    )
    expect(await idsOf(ann)).toEqual([id])
    expect((await call(ann, 'get', { scheduleId: id })).http).toBe(200)
  })

  test('[schedules.input] the same order made twice is one entry; another one under its key is refused', async () => {
    const { ann } = await begin()
    const idempotencyKey = freshKey()
    const first = await world.make(ann, daily(), { idempotencyKey })
    expect(await world.make(ann, daily(), { idempotencyKey })).toBe(first)
    const other = { lineId: 'northwind-test', timing: daily({ missed: 'once' }), idempotencyKey }
    const answer = await ann.post('/platform/test/ping', other)
    expect([answer.http, answer.body.err?.code]).toEqual([409, 'idempotency_conflict'])
  })

  test('[schedules.input] the same order and the same press, sent twice at once, are one entry and one run', async () => {
    const { ann, id } = await begin()
    const keys = Array.from({ length: 5 }, freshKey)
    for (const idempotencyKey of keys) {
      const twice = await Promise.all([1, 2, 3].map(() => world.make(ann, daily(), { idempotencyKey })))
      expect(new Set(twice).size).toBe(1)
    }
    await world.make(ann, daily({ overlap: 'wait' }))
    const body = { scheduleId: id, idempotencyKey: freshKey() }
    const pressed = await Promise.all([1, 2, 3].map(() => call(ann, 'runNow', body)))
    expect(pressed.map(({ http }) => http)).toEqual([200, 200, 200])
    expect(await world.states(id)).toEqual(['waiting'])
  })

  test('[schedules.see] who manages entries sees what they are told of', async () => {
    const { id } = await begin()
    const keeper = world.signIn('kay', [grant(PLACE, ['schedules.manage'])])
    expect(await idsOf(keeper)).toEqual([id])
    expect((await call(keeper, 'get', { scheduleId: id })).http).toBe(200)
  })

  test('a stopped entry whose only time has passed offers no way on but another time', async () => {
    const { ann } = await begin()
    const id = await world.make(ann, daily({ rule: { kind: 'once', at: NOON } }))
    await world.store.write((tx) =>
      tx.updateTable('schedule').set({ state: 'stopped', next_at: null }).where('id', '=', id).execute(),
    )
    const mayResume = async () => (await call(ann, 'get', { scheduleId: id })).body.data.may.resume
    expect(await mayResume()).toBe(true)
    world.clock.nowMs = NOON + 1
    expect(await mayResume()).toBe(false)
  })

  test('a deleted entry is gone with its history, and a system entry cannot be deleted, paused or changed', async () => {
    const { ann, id } = await begin()
    await world.schedules.start()
    expect((await call(ann, 'delete', { scheduleId: id })).http).toBe(200)
    expect((await call(ann, 'get', { scheduleId: id })).http).toBe(404)
    expect(await world.runs(id)).toEqual([])
    const scheduleId = 'system:test.nightly'
    const shown = await call(ann, 'get', { scheduleId })
    expect(shown.body.data.may).toEqual({
      pause: false,
      resume: false,
      runNow: true,
      edit: false,
      delete: false,
    })
    for (const [name, rest] of Object.entries({
      delete: {},
      pause: {},
      edit: { revision: 0, timing: daily() },
    })) {
      expect((await call(ann, name, { scheduleId, ...rest })).http, name).toBe(403)
    }
    expect((await call(ann, 'runNow', { scheduleId, idempotencyKey: freshKey() })).http).toBe(200)
    await expect.poll(() => world.states(scheduleId)).toEqual(['done'])
  })
})
