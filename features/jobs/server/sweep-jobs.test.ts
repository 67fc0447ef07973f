import { afterEach, expect, test } from 'vitest'
import { count } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { MOST_OPEN } from './start-job.ts'
import { KEPT_MS, PAUSED_MS, sweepJobs } from './sweep-jobs.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { JobsWorld } from './testing/jobs-world.ts'

interface LeaseTables {
  lease: { name: string; holder: string; fence: number; expires_at: number }
}

describeOnBothDatabases('old jobs', worldMigrations, (open) => {
  let world: JobsWorld
  afterEach(async () => {
    await world.jobs.stop()
    await world.close()
  })
  const sweepAt = (nowMs: number) => sweepJobs({ store: world.store, nowMs: () => nowMs })

  test('[jobs.forget] what ended long ago is forgotten with its rows, what is open is not', async () => {
    world = jobsWorld(await open<never>())
    const ann = world.signIn('ann')
    const ended = await world.startJob(ann, 30)
    await world.jobs.start()
    const { ended_at } = await world.until(ended, 'succeeded')
    await world.jobs.stop()
    const waiting = await world.startJob(ann, 30)
    await sweepAt(ended_at! + KEPT_MS)
    expect(await count(world.store.read, 'job')).toBe(2)
    const leases = () => world.store.as<LeaseTables>().read.selectFrom('lease').select('name').execute()
    await world.store.as<LeaseTables>().write((tx) =>
      tx
        .insertInto('lease')
        .values({ name: `schedule:${ended}`, holder: '', fence: 1, expires_at: 0 })
        .execute(),
    )
    expect(await leases()).toContainEqual({ name: `job:${ended}` })
    await sweepAt(ended_at! + KEPT_MS + 1)
    expect(await leases()).toEqual([{ name: `schedule:${ended}` }])
    for (const table of ['job_chunk', 'job_chunk_rows'] as const) {
      const left = await world.store.read.selectFrom(table).select('job_id').distinct().execute()
      expect(left).toEqual([{ job_id: waiting }])
    }
  })

  test('[jobs.forget] a job that stood still for long is given up, with a row in the audit', async () => {
    world = jobsWorld(await open<never>())
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30)
    await ann.post('/platform/job/pause', { jobId: id })
    const { updated_at } = await world.job(id)
    await sweepAt(updated_at + PAUSED_MS)
    expect(await world.job(id)).toMatchObject({ state: 'paused' })
    await sweepAt(updated_at + PAUSED_MS + 1)
    await world.jobs.start()
    expect(await world.until(id, 'cancelled')).toMatchObject({ done_rows: 0 })
    expect(world.auditRows.at(-1)?.entry).toMatchObject({ action: 'jobs.ended', target: id })
  })

  test('[jobs.start] somebody has so many jobs that have not ended, and no more', async () => {
    world = jobsWorld(await open<never>())
    const ann = world.signIn('ann')
    for (let n = 0; n < MOST_OPEN; n++) await world.startJob(ann, 1)
    const order = { lineId: 'northwind-test', keys: ['1'], idempotencyKey: 'one-job-too-many' }
    const refused = await ann.post('/platform/test/tally', order)
    expect([refused.http, refused.body.err?.code]).toEqual([429, 'job_too_many_open'])
    expect(refused.body.msg).toContain('50')
    await world.startJob(world.signIn('bob'), 1)
    expect(await count(world.store.read, 'job_chunk')).toBe(MOST_OPEN + 1)
  })
})
