import { describeOnBothDatabases } from '@qd/store/testing'
import type { JobStage } from '@qd/server-kit'
import { afterEach, expect, test } from 'vitest'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { JobsWorld, WorldOptions } from './testing/jobs-world.ts'
import type { JobDetail } from '../contract/index.ts'

describeOnBothDatabases('stages', worldMigrations, (open) => {
  const worlds: JobsWorld[] = []
  const clock = { nowMs: 1_800_000_000_000 }
  const begin = async (options: WorldOptions = {}) => {
    const world = jobsWorld(await open<never>(), { nowMs: () => clock.nowMs, ...options })
    worlds.push(world)
    await world.jobs.start()
    return world
  }
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.jobs.stop()
      await world.close()
    }
  })
  const detail = async (world: JobsWorld, jobId: string) =>
    (await world.signIn('ann').post<JobDetail>('/platform/job/get', { jobId })).body.data
  const goOn = (world: JobsWorld, jobId: string, stage = 0, who = 'ann') =>
    world.signIn(who).post<JobDetail>('/platform/job/go-on', { jobId, stage })
  const start = (world: JobsWorld, rows: number, ...stages: JobStage[]) =>
    world.startJob(world.signIn('ann'), rows, { stopAt: 100, stages })
  /** Every row before `bad` fails. */
  const failing = (bad: number): WorldOptions => ({
    runChunk: async (rows) => ({
      outcomes: rows.map(({ seq }) => (seq < bad ? { status: 'failed', code: 'no' } : { status: 'done' })),
    }),
  })

  test('[jobs.stages] works on the first rows and stands until somebody says that it goes on, once', async () => {
    const world = await begin()
    const id = await start(world, 300, { rows: 7, needsGo: true })
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'stage_go', done_rows: 7, stage: 0 })
    const told = await detail(world, id)
    expect(told.stages).toEqual([
      { rows: 7, waitMs: 0, needsGo: true, mostFailedPercent: null },
      { rows: null, waitMs: 0, needsGo: false, mostFailedPercent: null },
    ])
    expect(told.may).toMatchObject({ goOn: true, resume: false })
    expect((await world.signIn('ann').post('/platform/job/resume', { jobId: id })).http).toBe(409)
    expect((await goOn(world, id, 1)).http).toBe(409)
    const both = await Promise.all([goOn(world, id), goOn(world, id)])
    expect(both.map(({ http }) => http)).toContain(200)
    expect((await goOn(world, id)).http).toBe(200)
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 300, stage: 1 })
    expect((await goOn(world, id, 1)).http).toBe(409)
  })

  test('[jobs.stages] only who may steer the job says that it goes on', async () => {
    const world = await begin()
    const id = await start(world, 30, { rows: 7, needsGo: true })
    await world.until(id, 'paused')
    const reader = world.signIn('bob', [{ scope: '*', environment: '*', codes: ['jobs.read'] }])
    expect((await reader.post('/platform/job/go-on', { jobId: id, stage: 0 })).http).toBe(403)
    const stranger = world.signIn('eve', [{ scope: 'other', environment: '*', codes: ['*'] }])
    expect((await stranger.post('/platform/job/go-on', { jobId: id, stage: 0 })).http).toBe(404)
    expect((await world.anonymous.post('/platform/job/go-on', { jobId: id, stage: 0 })).http).toBe(401)
    expect((await reader.post('/platform/job/go-on', { jobId: id })).http).toBe(400)
    expect(await world.job(id)).toMatchObject({ state: 'paused', stage: 0 })
  })

  test('[jobs.stages] waits its time and goes on by itself; a pause in the wait does not shorten it', async () => {
    const world = await begin()
    const ann = world.signIn('ann')
    const id = await start(world, 30, { rows: 5, waitMs: 60_000 })
    const waiting = async () => {
      await expect.poll(async () => (await world.job(id)).why).toBe('stage_wait')
      expect(await world.job(id)).toMatchObject({ state: 'queued', done_rows: 5 })
    }
    await waiting()
    expect((await detail(world, id)).nextTryAt).toBe(clock.nowMs + 60_000)
    await ann.post('/platform/job/pause', { jobId: id })
    await ann.post('/platform/job/resume', { jobId: id })
    await waiting()
    clock.nowMs += 59_999
    expect((await detail(world, id)).nextTryAt).toBe(clock.nowMs + 1)
    clock.nowMs += 1
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 30 })
  })

  test('[jobs.stages] a wait can be cut short', async () => {
    const world = await begin()
    const id = await start(world, 30, { rows: 5, waitMs: 60_000 })
    await expect.poll(async () => (await world.job(id)).why).toBe('stage_wait')
    expect((await goOn(world, id)).body.data.may.goOn).toBe(false)
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 30 })
  })

  test('[jobs.stages] more failures than allowed stop it at the end of the stage; exactly as many do not', async () => {
    const over = await begin(failing(3))
    const id = await start(over, 50, { rows: 10, mostFailedPercent: 29 })
    expect(await over.until(id, 'paused')).toMatchObject({
      why: 'stage_failed',
      done_rows: 7,
      failed_rows: 3,
    })
    expect(over.notices).toMatchObject([
      { kind: 'jobs.paused', page: `/jobs/${id}`, to: ['id-ann'], params: { failed: 3, total: 50 } },
    ])
    // Whoever has looked may go on all the same.
    await goOn(over, id)
    expect(await over.until(id, 'partly_failed')).toMatchObject({ done_rows: 47 })
    const exact = await start(over, 50, { rows: 10, mostFailedPercent: 30 })
    expect(await over.until(exact, 'partly_failed')).toMatchObject({ done_rows: 47, stage: 1 })
  })

  test('[jobs.stages] a stage that allows more failures than its job is not stopped before; other rows are', async () => {
    const fifth: WorldOptions = {
      runChunk: async (rows) => ({
        outcomes: rows.map(({ seq }) => ({ status: seq % 5 === 0 ? 'failed' : 'done' })),
      }),
    }
    const world = await begin(fifth)
    const ann = world.signIn('ann')
    const staged = (mostFailedPercent: number) =>
      world.startJob(ann, 900, { stages: [{ rows: 400, mostFailedPercent }] })
    const id = await staged(20)
    expect(await world.until(id, 'paused')).toMatchObject({
      why: 'too_many_failures',
      stage: 1,
      failed_rows: 100,
    })
    const other = await staged(19)
    expect(await world.until(other, 'paused')).toMatchObject({ why: 'too_many_failures', stage: 0 })
    expect((await world.job(other)).failed_rows).toBeLessThan(80)
  })

  test('[jobs.stages] rows of the stage that are retried well let it go on by itself', async () => {
    const world = await begin(failing(3))
    const id = await start(world, 50, { rows: 10, mostFailedPercent: 0 })
    await world.until(id, 'paused')
    world.runner.runChunk = failing(0).runChunk!
    await world.signIn('ann').post('/platform/job/retry', { jobId: id, which: 'failed' })
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 50, stage: 1 })
  })

  test('[jobs.stages] a list that ends within the stage is done without waiting', async () => {
    const world = await begin()
    const id = await start(world, 5, { rows: 5, needsGo: true }, { rows: 5, waitMs: 1_000 })
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 5 })
  })

  test('[jobs.told] its owner is told of an end and of a pause by itself, not of what somebody asked for', async () => {
    const world = await begin()
    const ended = await world.startJob(world.signIn('ann'), 5)
    await world.until(ended, 'succeeded')
    const id = await start(world, 30, { rows: 5, needsGo: true })
    await world.until(id, 'paused')
    await world.signIn('ann').post('/platform/job/cancel', { jobId: id })
    await world.until(id, 'cancelled')
    expect(world.notices).toEqual([
      {
        kind: 'jobs.ended',
        params: { name: 'tally', done: 5, failed: 0, unknown: 0, total: 5 },
        page: `/jobs/${ended}`,
        to: ['id-ann'],
      },
      expect.objectContaining({ kind: 'jobs.paused' }),
    ])
  })
})

describeOnBothDatabases('jobs that cannot move', worldMigrations, (open) => {
  const worlds: JobsWorld[] = []
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.jobs.stop()
      await world.close()
    }
  })
  /** A node whose first chunk ends when the test says so. */
  const begin = async () => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let chunks = 0
    const world = jobsWorld(await open<never>(), {
      resumable: false,
      runChunk: async (rows) => {
        chunks += 1
        begun.resolve()
        if (chunks === 1) await end.promise
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    worlds.push(world)
    await world.jobs.start()
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 50)
    await begun.promise
    return { world, ann, id, end, chunks: () => chunks }
  }

  test('[jobs.fixed] it cannot be paused or resumed, and its node that stops in order ends it', async () => {
    const { world, ann, id, end } = await begin()
    expect((await ann.post('/platform/job/pause', { jobId: id })).http).toBe(409)
    const stopped = world.jobs.stop()
    end.resolve()
    await stopped
    expect(await world.job(id)).toMatchObject({ state: 'failed', fault: 'cn:jobs.nodeLost', done_rows: 20 })
    expect((await ann.post('/platform/job/resume', { jobId: id })).http).toBe(409)
    const rows = await ann.post<{ list: object[] }>('/platform/job/rows', { jobId: id, state: 'open' })
    expect(rows.body.data.list).toHaveLength(30)
  })

  test('[jobs.fixed] found without its node it ends, and what that was working on is unknown', async () => {
    const { world, id, end, chunks } = await begin()
    const leases = world.store.as<{ lease: { name: string; holder: string; expires_at: number } }>()
    // Another node may take it: this one stands still.
    await leases.write((tx) => tx.updateTable('lease').set({ expires_at: 0 }).execute())
    const other = jobsWorld(world.store.as(), { resumable: false })
    worlds.push(other)
    other.signIn('ann')
    await other.jobs.start()
    expect(await world.until(id, 'failed')).toMatchObject({
      fault: 'cn:jobs.nodeLost',
      done_rows: 0,
      unknown_rows: 20,
    })
    end.resolve()
    await expect.poll(() => world.logged.length).toBeGreaterThan(0)
    expect(chunks()).toBe(1)
    expect(await world.job(id)).toMatchObject({ state: 'failed', done_rows: 0 })
  })
})
