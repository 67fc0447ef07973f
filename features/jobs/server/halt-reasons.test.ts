import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '@qd/store/testing'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'

describeOnBothDatabases('why a runner is told to end', worldMigrations, (open) => {
  test.each(['cancel', 'node'] as const)('is named: %s', async (by) => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<unknown>()
    const world = jobsWorld(await open<never>(), {
      timing: { drainMs: 1 },
      runChunk: (_rows, { signal }) => {
        begun.resolve()
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended.resolve(signal.reason)
            reject(signal.reason as Error)
          })
        })
      },
    })
    try {
      await world.jobs.start()
      const ann = world.signIn('ann')
      const id = await world.startJob(ann, 1)
      await begun.promise
      if (by === 'cancel') await ann.post('/platform/job/cancel', { jobId: id })
      else await world.jobs.stop()
      expect(await ended.promise).toMatchObject({ name: 'AbortError', by })
    } finally {
      await world.jobs.stop()
      await world.close()
    }
  })
})
