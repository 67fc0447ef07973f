import { aCaller, everything } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SCRIPT_RULES } from '../../contract/index.ts'
import { consoleWorld, holder } from '../testing/console-world.ts'

/** A cluster of one node: it routes and refuses as a large one does. */
let redis: TestRedis
let world: Awaited<ReturnType<typeof consoleWorld>>
beforeAll(async () => {
  redis = await startRedis(['--cluster-enabled', 'yes', '--busy-reply-threshold', '50'])
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

it('a console of a read-only cluster sends scripts to the nodes whose user for them only reads', async () => {
  world.set('bounded', { mode: 'cluster', readOnly: true, scriptUser: 'scripts', timeoutMs: 500 })
  const desk = await world.as(holder('dev', ['read', 'edit'])).open('bounded')
  const line = `EVAL_RO "redis.setresp(3) return redis.call('HGETALL', KEYS[1])" 1 h`
  await expect(desk.type(line)).rejects.toThrow('redis_script_unbounded')
  await world.client.call('ACL', 'SETUSER', 'scripts', 'on', 'nopass', '~*', ...SCRIPT_RULES.split(' '))
  await world.client.hset('h', 'f', 'v')
  expect(await desk.value(line)).toEqual({
    t: 'm',
    v: [
      { t: 'b', v: 'f' },
      { t: 'b', v: 'v' },
    ],
  })
  const cut = `EVAL_RO "return redis.call('CLUSTER','DELSLOTS',1)" 0`
  expect(await desk.value(cut)).toMatchObject({ t: 'e', v: expect.stringMatching(/can't run this command/) })
  expect(String(await world.client.cluster('INFO'))).toContain('cluster_slots_assigned:16384')
  const endless = await desk.type('EVAL_RO "while true do end" 1 h')
  expect(endless).toMatchObject({ value: null, code: 'redis_script_ended' })
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
