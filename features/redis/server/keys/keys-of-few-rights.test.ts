import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { redisBinMigrations } from '../bin/bin-migrations.ts'
import type { BinTables } from '../bin/bin-tables.ts'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { openLink } from '../link/open-link.ts'
import type { RedisLink } from '../link/redis-link.ts'
import { keysDesk } from '../testing/keys-desk.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'

/** A user of the server who may send a handful of commands: what they may do opens the key. */
let redis: TestRedis
let client: Redis
let store: Store<BinTables>
let link: RedisLink
let desk: ReturnType<typeof keysDesk>
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const connection = {
  id: 'test',
  lineId: 'northwind-test',
  name: 'test',
  mode: 'standalone' as const,
  readOnly: false,
  separators: [':'],
  scanBudget: 100_000,
  timeoutMs: 5_000,
  isCluster: false,
  isClusterNode: false,
  version: '7.0.15',
}
beforeAll(async () => {
  redis = await startRedis()
  client = new Redis({ port: redis.port, host: '127.0.0.1' })
  await client.set('s', 'text')
  await client.set('empty', '')
  await client.hset('h', { a: '1', b: '2' })
  await client.rpush('l', 'x', 'y')
  await client.sadd('set', 'm')
  await client.zadd('z', 1, 'm')
  await client.xadd('x', '1-1', 'f', 'v')
  store = await openStoreForTest<BinTables>('sqlite', redisBinMigrations)
  desk = keysDesk(store, (asking) => new GuardedDatabase({ asking, link, log, connection }))
})
afterAll(async () => {
  client.disconnect()
  await desk.app.close()
  await store.close()
  await redis.stop()
})
afterEach(() => link.close())

async function signIn(...rules: string[]): Promise<void> {
  await client.call('ACL', 'SETUSER', 'few', 'reset', 'on', '>few', '~*', '+ping', '+scan', ...rules)
  const config = testConfig({ port: redis.port, username: 'few' })
  link = await openLink(config, { password: 'few' }, { db: 0, dialer: testDialer() })
}

const page = {
  cursor: '',
  count: 10,
  filter: '',
  inValues: false,
  isDescending: false,
  from: '',
  to: '',
}

test.each([
  ['s', 'text'],
  ['empty', ''],
])('[S1.05] a user who may GET and nothing else opens the string %s', async (key, value) => {
  await signIn('+get')
  const shown = await desk.ask('key/show', { key })
  expect(shown).toMatchObject({ type: 'string', ttlMs: null, length: null, bytes: null })
  const asked = { key, place: { kind: 'string' }, offset: 0 }
  expect(await desk.ask('key/window', asked)).toMatchObject({
    base64: Buffer.from(value).toString('base64'),
    bytes: value.length,
  })
  expect(await desk.ask('key/show', { key: 'nothing' })).toMatchObject({ type: 'none' })
})

test('a key of a type this user may not read says what the server refuses', async () => {
  await signIn('+get')
  const { body } = await desk.post('key/show', { key: 'h' })
  expect(body).toMatchObject({
    err: { code: 'redis_refused' },
    msg: expect.stringMatching(/NOPERM .*'type'/),
  })
})

test.each([
  { rules: ['+hscan'], key: 'h', type: 'hash', rows: [{ field: 'a' }, { field: 'b' }] },
  { rules: ['+hgetall'], key: 'h', type: 'hash', rows: [{ field: 'a' }, { field: 'b' }] },
  { rules: ['+sscan'], key: 'set', type: 'set', rows: [{ member: 'm' }] },
  { rules: ['+smembers'], key: 'set', type: 'set', rows: [{ member: 'm' }] },
  { rules: ['+zrange'], key: 'z', type: 'zset', rows: [{ member: 'm', score: '1' }] },
  { rules: ['+xrange'], key: 'x', type: 'stream', rows: [{ id: '1-1' }] },
  { rules: ['+lrange', '+llen'], key: 'l', type: 'list', rows: [{ value: 'x' }, { value: 'y' }] },
])('a user with $rules opens a key of type $type', async ({ rules, key, type, rows }) => {
  await signIn(...rules)
  expect(await desk.ask('key/show', { key })).toMatchObject({ type })
  expect(await desk.ask('key/page', { ...page, key, type })).toMatchObject({ rows, cursor: '' })
})

test('fields are found among those of HGETALL, page by page', async () => {
  await signIn('+hgetall')
  const asked = { ...page, key: 'h', type: 'hash' }
  expect(await desk.ask('key/page', { ...asked, filter: 'b*' })).toMatchObject({ rows: [{ field: 'b' }] })
})
