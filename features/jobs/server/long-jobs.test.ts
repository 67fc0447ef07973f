import { afterEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '@qd/store/testing'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { JobsWorld } from './testing/jobs-world.ts'

/** A few more than one look finds. */
const LONG_ONES = 70

describeOnBothDatabases('jobs of long kinds', worldMigrations, (open) => {
  let world: JobsWorld
  afterEach(async () => {
    await world.jobs.stop()
    await world.close()
  })

  test('take turns among themselves, and the others of the node go on', async () => {
    let underWay = 0
    let most = 0
    const begun = Promise.withResolvers<void>()
    world = jobsWorld(await open<never>(), {
      runChunk: async (rows, { signal }) => {
        if (rows[0]?.key === 'long') {
          underWay += 1
          most = Math.max(most, underWay)
          if (underWay === 4) begun.resolve()
          await new Promise<void>((resolve) =>
            signal.addEventListener('abort', () => resolve(), { once: true }),
          )
          underWay -= 1
          signal.throwIfAborted()
        }
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const ann = world.signIn('ann')
    const people = [ann, world.signIn('ben')]
    const long: string[] = []
    for (let n = 0; n < LONG_ONES; n += 1)
      long.push(await world.startJob(people[n % 2]!, ['long'], { isLong: true }))
    const short = await world.startJob(ann, 3)
    await world.jobs.start()
    await begun.promise
    expect(await world.until(short, 'succeeded')).toMatchObject({ done_rows: 3 })
    // One that waits for its turn is given up at once.
    await ann.post('/platform/job/cancel', { jobId: long.at(-1)! })
    await world.until(long.at(-1)!, 'cancelled')
    // A place that becomes free is taken by the next.
    await ann.post('/platform/job/cancel', { jobId: long[0]! })
    await world.until(long[4]!, 'running')
    expect(most).toBe(4)
  })
})
