import { describeOnBothDatabases } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, expect, test } from 'vitest'
import { sweepSchedules } from './sweep.ts'
import type { LeaseTables } from './testing/lease-table.ts'
import { DAY_MS, daily, freshKey, schedulesWorld, worldMigrations } from './testing/schedules-world.ts'
import type { SchedulesWorld } from './testing/schedules-world.ts'

const NOON = Date.UTC(2026, 10, 23, 12)

describeOnBothDatabases('forgetting', worldMigrations, (open) => {
  let world: SchedulesWorld
  afterEach(async () => {
    await world.schedules.stop()
    await world.close()
  })

  test('[schedules.forget] a stopped or paused entry whose last time has passed goes after 90 days, others stay', async () => {
    world = schedulesWorld(await open<never>())
    const ann = world.signIn('ann')
    const once = () => world.make(ann, daily({ rule: { kind: 'once', at: NOON } }))
    const over = { stopped: await once(), paused: await once() }
    const kept = await world.make(ann)
    await world.store.write(async (tx) => {
      for (const [state, id] of [...Object.entries(over), ['stopped', kept]] as const) {
        await tx
          .updateTable('schedule')
          .set({ state: state as 'stopped' | 'paused', next_at: null })
          .where('id', '=', id)
          .execute()
      }
    })
    const left = async (nowMs: number) => {
      await sweepSchedules({ store: world.store.as(), nowMs: () => nowMs })
      const rows = await world.store.read.selectFrom('schedule').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    expect(await left(NOON + 80 * DAY_MS)).toHaveLength(3)
    expect(await left(NOON + 100 * DAY_MS)).toEqual([kept])
    expect(await world.store.read.selectFrom('schedule_params').select('schedule_id').execute()).toEqual([
      { schedule_id: kept },
    ])
  })

  test('[schedules.forget] the lease of a run goes once the run has ended', async () => {
    world = schedulesWorld(await open<never>())
    const ann = world.signIn('ann')
    const id = await world.make(ann)
    const { store } = world
    const leases = () =>
      (store as unknown as Store<LeaseTables>).read.selectFrom('lease').select('name').execute()
    let duringRun = -1
    world.runner.run = async () => {
      await sweepSchedules({ store: store.as(), nowMs: () => world.clock.nowMs })
      duringRun = (await leases()).length
      return {}
    }
    await world.schedules.start()
    await ann.post('/platform/schedule/runNow', { scheduleId: id, idempotencyKey: freshKey() })
    await expect.poll(() => world.states(id)).toEqual(['done'])
    expect([duringRun, (await leases()).length]).toEqual([1, 1])
    await sweepSchedules({ store: store.as(), nowMs: () => world.clock.nowMs })
    expect(await leases()).toEqual([])
  })
})
