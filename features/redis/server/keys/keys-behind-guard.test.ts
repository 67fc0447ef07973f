import { aCaller } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommandLogEntry } from '../../contract/index.ts'
import { redisBinMigrations } from '../bin/bin-migrations.ts'
import type { BinTables } from '../bin/bin-tables.ts'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { openLink } from '../link/open-link.ts'
import type { RedisLink } from '../link/redis-link.ts'
import { EDIT, READ, keysDesk } from '../testing/keys-desk.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { sha1Of } from './run-watched.ts'

describe.each([
  ['scripts', []],
  ['no scripts', ['--rename-command', 'EVAL', '', '--rename-command', 'EVAL_RO', '']],
])('keys through the guard of a server with %s', (_name, settings) => {
  let redis: TestRedis
  let link: RedisLink
  let store: Store<BinTables>
  let desk: ReturnType<typeof keysDesk>
  let readOnly = false
  const told: CommandLogEntry[] = []
  const log = new CommandLog(
    {
      publish: async (_topic, event) => void told.push(...(event as CommandLogEntry[])),
      subscribe: () => () => undefined,
    },
    () => undefined,
  )
  const connection = {
    id: 'test',
    lineId: 'northwind-test',
    name: 'test',
    mode: 'standalone' as const,
    separators: [':'],
    scanBudget: 100_000,
    timeoutMs: 5_000,
    isCluster: false,
    isClusterNode: false,
    version: '7.0.15',
  }
  beforeAll(async () => {
    redis = await startRedis(settings)
    link = await openLink(testConfig({ port: redis.port }), {}, { db: 0, dialer: testDialer() })
    store = await openStoreForTest<BinTables>('sqlite', redisBinMigrations)
    desk = keysDesk(
      store,
      (asking) => new GuardedDatabase({ asking, link, log, connection: { ...connection, readOnly } }),
    )
  })
  afterAll(async () => {
    link.close()
    await desk.app.close()
    await store.close()
    await redis.stop()
  })
  beforeEach(async () => {
    readOnly = false
    await link.send(['FLUSHALL'])
    await link.send(['HSET', 'h', 'a', '1'])
    await link.send(['SET', 's', '1'])
  })
  const window = { key: 's', place: { kind: 'string' }, offset: 0 }
  const page = {
    key: 'h',
    type: 'hash',
    cursor: '',
    count: 10,
    filter: '',
    inValues: false,
    isDescending: false,
    from: '',
    to: '',
  }

  test('[S5.05][S8.07] a read-only connection shows everything and changes nothing', async () => {
    readOnly = true
    expect(await desk.ask('key/show', { key: 'h' })).toMatchObject({
      type: 'hash',
      length: 1,
      mayEdit: false,
    })
    expect(await desk.ask('key/page', page)).toMatchObject({ rows: [{ field: 'a', value: '1' }] })
    expect(await desk.ask('key/window', window)).toMatchObject({ bytes: 1, sha1: sha1Of('1') })
    for (const edit of [
      { kind: 'remove' },
      { kind: 'setString', value: '2', expect: sha1Of('1') },
      { kind: 'rename', to: 't' },
      { kind: 'expire', ttlMs: 0 },
    ] as const) {
      expect(await desk.refused('s', edit)).toBe('403 redis_read_only')
    }
    const made = await desk.post('key/create', {
      key: 'n',
      ttlMs: null,
      content: { type: 'string', value: '' },
    })
    expect(made.body.err?.code).toBe('redis_read_only')
    const query = { key: Buffer.from('s').toString('base64'), expectBytes: '1' }
    expect((await desk.upload(query, Buffer.from('x'))).body.err?.code).toBe('redis_read_only')
    expect(String(await link.send(['DBSIZE']))).toBe('2')
    expect(await desk.ask('bin/list', { search: '' })).toMatchObject({ list: [] })
  })

  test('[S3.16] the command log shows what a change wrote, and not what was asked for it', async () => {
    await desk.edit('h', { kind: 'setField', field: 'b', value: '2', expect: null })
    await desk.edit('s', { kind: 'setString', value: '2', expect: sha1Of('1') })
    await desk.refused('s', { kind: 'setString', value: '3', expect: sha1Of('1') })
    await desk.ask('key/page', page)
    await desk.edit('s', { kind: 'remove' })
    await expect.poll(() => told.map(({ command }) => command)).toContain('UNLINK s')
    const writes = told.filter(({ isWrite }) => isWrite).map(({ command, error }) => `${command}${error}`)
    expect(writes).toEqual(['HSET h b 2', 'SET s 2 KEEPTTL', 'UNLINK s'])
  })

  test('[S8.07] what the server says of a refusal comes through, without the script it stood in', async () => {
    const edit = { kind: 'addEntry', id: '1-1', fields: [{ name: 'a', value: 'b' }] }
    await link.send(['XADD', 'x', '5-0', 'a', 'b'])
    const { body } = await desk.post('key/edit', { key: 'x', edit })
    expect(body).toMatchObject({
      err: { code: 'redis_add_failed' },
      msg: expect.stringMatching(/smaller than the target stream top item$/),
    })
    const wrong = await desk.post('key/page', { ...page, key: 's' })
    expect(wrong.body.err?.code).toBe('redis_key_changed')
    expect(await desk.refused('x', { kind: 'rename', to: 's' })).toBe('409 redis_key_exists')
  })

  test('a long member is read and changed within a grant for some keys, and beyond it not even read', async () => {
    const member = Buffer.alloc(20_000, 0xfe)
    for (const key of ['mine:s', 'other:s']) await link.send(['SADD', key, member])
    const nat = desk.app.as(
      aCaller('nat', [
        {
          scope: 'lantern',
          environment: '*',
          codes: [READ, EDIT],
          resource: { kind: 'redis', pattern: 'test/0/mine:*' },
        },
      ]),
    )
    const long = { at: '0.500', bytes: member.length, mark: sha1Of(member) }
    const ask = async (key: string) => {
      const place = { kind: 'name', type: 'set', ...long }
      const read = await nat.post('/adjust/redis/key/window', { ...desk.at, key, place, offset: 0 })
      const edit = { kind: 'replaceMember', member: { base64: member.toString('base64') }, by: 'b' }
      const changed = await nat.post('/adjust/redis/key/edit', { ...desk.at, key, edit })
      return [read.http, changed.http]
    }
    expect(await ask('mine:s')).toEqual([200, 200])
    expect(await ask('other:s')).toEqual([403, 403])
    expect(String(await link.send(['SISMEMBER', 'other:s', member]))).toBe('1')
    expect(String(await link.send(['SISMEMBER', 'mine:s', 'b']))).toBe('1')
  })
})
