import { afterEach, expect, test } from 'vitest'
import { JobPause } from '@qd/server-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { JobsWorld, WorldOptions } from './testing/jobs-world.ts'

describeOnBothDatabases('the engine', worldMigrations, (open) => {
  const worlds: JobsWorld[] = []
  const begin = async (options: WorldOptions = {}) => {
    const world = jobsWorld(await open<never>(), options)
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

  test('[jobs.run] a job runs to its end, every row once, in order, the first chunk small', async () => {
    const seen: string[][] = []
    const world = await begin({
      runChunk: async (rows) => {
        seen.push(
          rows.map(({ key, effectKey, seq }) => `${key} ${effectKey.split(':').slice(1).join(':')} ${seq}`),
        )
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const id = await world.startJob(world.signIn('ann'), 250)
    const job = await world.until(id, 'succeeded')
    expect(job).toMatchObject({ total_rows: 250, done_rows: 250, failed_rows: 0, is_touched: 0, why: '' })
    expect(seen.map((chunk) => chunk.length)).toEqual([20, 100, 100, 30])
    expect(seen.flat()).toEqual(Array.from({ length: 250 }, (_, n) => `row-${n} ${n}:0 ${n}`))
    expect(world.auditRows.at(-1)?.entry).toMatchObject({
      action: 'jobs.ended',
      actor: 'ann',
      target: id,
      scope: 'lantern/northwind/northwind-test',
      detail: { state: 'succeeded', done: 250 },
    })
  })

  test('[jobs.retry] failed rows are tried anew at another key, unknown ones asked again by the same', async () => {
    const keys: string[] = []
    let isKnown = false
    const world = await begin({
      runChunk: async (rows) => {
        keys.push(...rows.map(({ effectKey }) => effectKey.split(':').slice(1).join(':')))
        return {
          outcomes: rows.map(({ seq, effectKey }) => {
            if (seq === 3 && effectKey.endsWith(':0'))
              return { status: 'failed', code: 'no', msg: 'No.', field: 'x' }
            if (seq === 5 && !isKnown) return { status: 'unknown' }
            return { status: seq === 7 ? 'skipped' : 'done' }
          }),
        }
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30, { stopAt: 100 })
    expect(await world.until(id, 'partly_failed')).toMatchObject({
      done_rows: 27,
      failed_rows: 1,
      unknown_rows: 1,
      skipped_rows: 1,
    })
    isKnown = true
    keys.length = 0
    await ann.post('/platform/job/retry', { jobId: id, which: 'unknown' })
    await world.until(id, 'partly_failed')
    expect(keys).toEqual(['5:0'])
    expect(await world.job(id)).toMatchObject({ done_rows: 28, failed_rows: 1, unknown_rows: 0 })
    keys.length = 0
    await ann.post('/platform/job/retry', { jobId: id, which: 'failed' })
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 29, failed_rows: 0 })
    expect(keys).toEqual(['3:1'])
  })

  test('[jobs.pause] a server that is down is waited for, then the job pauses and can be resumed', async () => {
    let isDown = true
    const world = await begin({
      runChunk: async (rows) => {
        if (isDown) throw new JobPause('server_down', 'down')
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30)
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'server_down', done_rows: 0 })
    isDown = false
    expect((await ann.post('/platform/job/resume', { jobId: id })).http).toBe(200)
    await world.until(id, 'succeeded')
  })
})
