import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillKeys, keyCommand } from './fill-keys.ts'

const password = 'fill-password'
let server: TestRedis
let redis: Redis
beforeAll(async () => {
  server = await startRedis(['--requirepass', password])
  redis = new Redis({ host: '127.0.0.1', port: server.port, password, maxRetriesPerRequest: 1 })
})
afterAll(async () => {
  redis.disconnect()
  await server.stop()
})

test('every key has a name of its own and the kinds are mixed', () => {
  const names = Array.from({ length: 20_000 }, (_, at) => keyCommand(at)[1]!)
  expect(new Set(names).size).toBe(names.length)
  const kinds = new Set(Array.from({ length: 100 }, (_, at) => keyCommand(at)[0]))
  expect([...kinds].toSorted()).toEqual(['HSET', 'RPUSH', 'SADD', 'SET', 'SETEX', 'XADD', 'ZADD'])
})

test('writes as many keys as were asked for, and again the same', async () => {
  const progress: number[] = []
  const options = { port: server.port, password, db: 3, keys: 5_001 }
  await fillKeys({ ...options, onProgress: (written) => progress.push(written) })
  await redis.select(3)
  expect(await redis.dbsize()).toBe(5_001)
  expect(progress).toEqual([2_000, 4_000, 5_001])
  await fillKeys(options)
  expect(await redis.dbsize()).toBe(5_001)
})

test('says what Redis refuses', async () => {
  const options = { port: server.port, password: 'wrong', db: 0, keys: 1 }
  await expect(fillKeys(options)).rejects.toThrow('WRONGPASS')
})

test('the command fills a port of this machine, and tells how it is used', async () => {
  const program = join(import.meta.dirname, '../cli/fill-redis.ts')
  const run = async (...args: string[]) => {
    const env = { ...process.env, REDISCLI_AUTH: password }
    const child = spawn(process.execPath, [program, ...args], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }
  expect(await run('--keys', '700', '--port', String(server.port), '--db', '5')).toMatchObject({ code: 0 })
  await redis.select(5)
  expect(await redis.dbsize()).toBe(700)
  expect(await run('--keys', '0')).toMatchObject({
    code: 1,
    said: expect.stringContaining('--keys is a whole'),
  })
  expect(await run('--nothing')).toMatchObject({
    code: 1,
    said: expect.stringContaining('npm run redis:fill'),
  })
})
