import { AppError, coreErrors } from '@qd/contract-kit'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerSample } from '../../../contract/index.ts'
import type { OwnDatabase, RedisDatabase } from '../../guard/redis-database.ts'
import { plainDatabase } from '../../testing/plain-database.ts'
import { Samplers } from './sampler.ts'
import type { Looker } from './sampler.ts'

let redis: TestRedis
let database: OwnDatabase
let readings = 0
beforeAll(async () => {
  redis = await startRedis()
  database = plainDatabase(redis.port)
})
afterAll(async () => {
  database.close()
  await redis.stop()
})

/** The database, with its readings counted. */
const counted = (): RedisDatabase => ({
  ...database,
  run: (args, options) => {
    readings += 1
    return database.run(args, options)
  },
})

function looker(everyMs: number, of: () => Promise<RedisDatabase> = async () => counted()) {
  const seen: ServerSample[] = []
  const failures: unknown[] = []
  const it: Looker = {
    everyMs,
    database: of,
    tell: (samples) => void seen.push(...samples),
    fail: (error) => void failures.push(error),
  }
  return { it, seen, failures }
}

describe('the sampler of a connection', () => {
  it('reads once for all who look, shows a late one what was seen, and ends with the last', async () => {
    readings = 0
    const samplers = new Samplers()
    const [first, second] = [looker(20), looker(20)]
    const end = samplers.look('a', first.it)
    await expect.poll(() => first.seen.length, { timeout: 30_000 }).toBeGreaterThan(2)
    const endSecond = samplers.look('a', second.it)
    expect(second.seen).toEqual(first.seen)
    await expect.poll(() => second.seen.length, { timeout: 30_000 }).toBeGreaterThan(5)
    expect(samplers.count).toBe(1)
    expect(readings).toBeLessThanOrEqual(first.seen.length + 1)
    expect(first.seen[0]).toMatchObject({ failed: [], clients: expect.any(Number) })
    expect(first.seen[0]!.memory).toBeGreaterThan(0)
    end()
    expect(samplers.count).toBe(1)
    endSecond()
    expect(samplers.count).toBe(0)
  })

  it('tells a patient one less often, and goes on with the rights of those who still have them', async () => {
    const samplers = new Samplers()
    const gone = looker(20, async () => {
      throw new AppError(coreErrors.session_expired)
    })
    const [quick, patient] = [looker(20), looker(100_000)]
    const ends = [gone, patient, quick].map((each) => samplers.look('a', each.it))
    await expect.poll(() => quick.seen.length, { timeout: 30_000 }).toBeGreaterThan(3)
    expect(patient.seen).toHaveLength(1)
    expect(gone.failures.length).toBeGreaterThan(0)
    for (const end of ends) end()
  })

  it('knows the share of reads that found their key from one reading to the next', async () => {
    const samplers = new Samplers()
    const one = looker(20)
    const end = samplers.look('a', one.it)
    await expect.poll(() => one.seen.length, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(one.seen[0]!.hitRate).toBeNull()
    await database.run(['SET', 'k', '1'])
    await Promise.all([database.run(['GET', 'k']), database.run(['GET', 'none'])])
    await expect.poll(() => one.seen.some(({ hitRate }) => hitRate !== null), { timeout: 30_000 }).toBe(true)
    end()
  })
})
