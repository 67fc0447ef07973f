import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import { PAUSED_MS, sweepJobs } from './sweep-jobs.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import { allDone } from './testing/tally-feature.ts'
import type { JobsWorld } from './testing/jobs-world.ts'
import type { RunTally } from './testing/tally-feature.ts'

describeOnBothDatabases('what owners are told', worldMigrations, (open) => {
  let world: JobsWorld
  afterEach(async () => {
    await world.jobs.stop()
    await world.close()
  })
  /** Before anything works: a job of thirty rows may end before somebody pauses it. */
  const paused = async () => {
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30)
    expect((await ann.post('/platform/job/pause', { jobId: id })).http).toBe(200)
    return id
  }
  const told = (id: string) =>
    world.notices.filter(({ page }) => page === `/jobs/${id}`).map(({ kind, to }) => [kind, to])
  const ended = [['jobs.ended', ['id-ann']]]

  test('[jobs.cancel] an owner who cancels is not told; one whose job somebody else cancels is', async () => {
    world = jobsWorld(await open<never>())
    const own = await paused()
    const other = await paused()
    await world.jobs.start()
    expect((await world.signIn('ann').post('/platform/job/cancel', { jobId: own })).http).toBe(200)
    await world.until(own, 'cancelled')
    expect(told(own)).toEqual([])
    const codes = ['jobs.read', 'jobs.control']
    const bob = world.signIn('bob', [{ scope: '*', environment: '*', codes }])
    expect((await bob.post('/platform/job/cancel', { jobId: other })).http).toBe(200)
    await world.until(other, 'cancelled')
    expect(told(other)).toEqual(ended)
  })

  test('[jobs.told] the job is called in the words of whoever reads it, where it has such', async () => {
    world = jobsWorld(await open<never>())
    await world.jobs.start()
    const ann = world.signIn('ann')
    const title = { key: 'bulk.title.undo', params: { name: 'gift' } }
    for (const each of [title, 'typed by Ann', { texts: { en: 'Gift' }, otherwise: '礼物' }]) {
      await world.until(await world.startJob(ann, 1, { title: each }), 'succeeded')
    }
    const names = world.notices.map(({ params }) => (params as { name: unknown }).name)
    expect(names).toEqual([{ text: title.key, params: title.params }, 'typed by Ann', '礼物'])
  })

  test('[jobs.forget] the owner of a job that is given up for standing still is told', async () => {
    world = jobsWorld(await open<never>())
    const id = await paused()
    const { updated_at } = await world.job(id)
    await sweepJobs({ store: world.store, nowMs: () => updated_at + PAUSED_MS + 1 })
    await world.jobs.start()
    await world.until(id, 'cancelled')
    expect(told(id)).toEqual(ended)
  })

  test('[jobs.cancel] who asks again what came of rows of a cancelled job is told the answer', async () => {
    const begun = Promise.withResolvers<void>()
    const hanging: RunTally = async (_rows, { signal }) => {
      begun.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      throw new Error('never')
    }
    world = jobsWorld(await open<never>(), { runChunk: hanging })
    await world.jobs.start()
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30)
    await begun.promise
    await ann.post('/platform/job/cancel', { jobId: id })
    expect(await world.until(id, 'cancelled')).toMatchObject({ unknown_rows: 20 })
    expect(told(id)).toEqual([])
    world.runner.runChunk = allDone
    await ann.post('/platform/job/retry', { jobId: id, which: 'unknown' })
    await world.until(id, 'queued', 'running', 'cancelled')
    expect(await world.until(id, 'cancelled')).toMatchObject({ done_rows: 20, unknown_rows: 0 })
    expect(told(id)).toEqual(ended)
  })
})
