import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import { DAY_MS, daily, freshKey, schedulesWorld, worldMigrations } from './testing/schedules-world.ts'
import type { SchedulesWorld } from './testing/schedules-world.ts'

const PAST_NOON = Date.UTC(2026, 10, 23, 12, 0, 5)

describeOnBothDatabases('work that weighs R4', worldMigrations, (open) => {
  let world: SchedulesWorld
  afterEach(async () => {
    await world.schedules.stop()
    await world.close()
  })
  const begin = async () => {
    world = schedulesWorld(await open<never>())
    const ann = world.signIn('ann')
    const id = await world.make(ann)
    world.runner.risk = 'R4'
    const call = (name: string, rest: object = {}) =>
      ann.post(`/platform/schedule/${name}`, { scheduleId: id, ...rest })
    /** Refused without a proof; then the proof of that very action is given, and the call is sent again. */
    const proven = async (name: string, rest: object = {}) => {
      const bare = await call(name, rest)
      expect([name, bare.http, bare.body.err?.code]).toEqual([name, 428, 'step_up_needed'])
      const { stepUp } = (bare.body.err?.details ?? {}) as { stepUp?: { action: string } }
      world.proofs.add(stepUp?.action ?? '')
      const done = await call(name, rest)
      expect([name, done.http]).toEqual([name, 200])
    }
    return { id, call, proven }
  }
  const states = (id: string, wanted: string[]) =>
    expect.poll(() => world.states(id), { timeout: 30_000 }).toEqual(wanted)

  test('[schedules.proof] resuming, running at once and changing ask for a step-up proof of that action', async () => {
    const { id, call, proven } = await begin()
    await proven('runNow', { idempotencyKey: freshKey() })
    await proven('edit', { revision: 0, timing: daily({ missed: 'once' }) })
    expect((await call('pause')).http).toBe(200)
    await proven('resume')
    expect(await world.entry(id)).toMatchObject({ state: 'active', is_proven: 1 })
  })

  test('[schedules.proof] work that weighs R4 only since stops its entry at the next time, until somebody proves it', async () => {
    const { id, proven } = await begin()
    await world.schedules.start()
    world.clock.nowMs = PAST_NOON
    await states(id, ['failed'])
    expect(await world.entry(id)).toMatchObject({ state: 'stopped', why: 'unproved', next_at: null })
    expect((await world.entry(id)).fault).toBe('cn:schedules.why.unproved')
    expect(world.told.map(({ notice, to }) => [notice.kind.name, notice.params.why, to])).toEqual([
      ['schedules.stopped', { text: 'schedules.why.unproved' }, ['id-ann']],
      ['schedules.stopped', { text: 'schedules.why.unproved' }, 'holders'],
    ])
    expect(await world.effects()).toEqual([])
    await proven('resume')
    world.clock.nowMs = PAST_NOON + DAY_MS
    await states(id, ['failed', 'done'])
  })

  test('[schedules.proof] the proof of one run by hand is good for that run', async () => {
    const { id, proven } = await begin()
    await world.schedules.start()
    await proven('runNow', { idempotencyKey: freshKey() })
    await states(id, ['done'])
    world.clock.nowMs = PAST_NOON
    await states(id, ['done', 'failed'])
    expect(await world.entry(id)).toMatchObject({ why: 'unproved' })
  })
})
