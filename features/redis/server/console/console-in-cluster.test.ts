import { aCaller, everything } from '@qd/server-kit/testing'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consoleWorld } from '../testing/console-world.ts'
import { startRedis } from '../testing/redis-server.ts'
import type { TestRedis } from '../testing/redis-server.ts'

/** A cluster of one node: it routes and refuses as a large one does. */
let redis: TestRedis
let world: Awaited<ReturnType<typeof consoleWorld>>
beforeAll(async () => {
  redis = await startRedis(['--cluster-enabled', 'yes'])
  const client = new Redis({ port: redis.port, host: '127.0.0.1' })
  await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await vi.waitFor(async () => expect(await client.cluster('INFO')).toContain('cluster_state:ok'), 30_000)
  client.disconnect()
  world = await consoleWorld(redis.port)
  world.set('shards', { mode: 'cluster' })
})
afterAll(async () => {
  await world.stop()
  await redis.stop()
})

it('a console of a cluster types, listens, and begins no transaction', async () => {
  const desk = await world.as(aCaller('admin', [everything])).open('shards')
  expect(await desk.value('SET a 1')).toEqual({ t: 's', v: 'OK' })
  expect(await desk.value('HGETALL none')).toEqual({ t: 'm', v: [] })
  await expect(desk.type('MULTI')).rejects.toThrow('redis_console_cluster')
  await expect(desk.type('SELECT 1')).rejects.toThrow()
  await desk.value('SSUBSCRIBE shard')
  await world.client.spublish('shard', 'hello')
  await expect.poll(() => desk.messages).toMatchObject([{ channel: 'shard', text: 'hello' }])
})
