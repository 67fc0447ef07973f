import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { START_MS, READ } from '../testing/keys-desk.ts'
import type { Edited } from '../testing/keys-desk.ts'
import { startKeys } from '../testing/with-keys.ts'
import { sha1Of } from './run-watched.ts'

const HOUR_MS = 3_600_000

describe('calls about keys', () => {
  let on: Awaited<ReturnType<typeof startKeys>>
  beforeAll(async () => {
    on = await startKeys()
  })
  afterAll(() => on.close())
  beforeEach(async () => {
    await on.run('FLUSHALL')
    await on.run('CONFIG', 'SET', 'maxmemory', '0')
  })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const codeOf = ({ http, body }: { http: number; body: { err?: { code: string } } }) =>
    `${http} ${body.err?.code ?? 'ok'}`
  const create = (key: unknown, content: object, ttlMs: number | null = null) =>
    on.post('key/create', { key, ttlMs, content })

  test('[S5.06] a key of each type is made with its end, and an existing one is never touched', async () => {
    const contents = [
      { type: 'string', value: '' },
      { type: 'hash', fields: [{ name: '', value: 'a' }] },
      { type: 'list', values: ['a', 'a'] },
      { type: 'set', members: ['a'] },
      { type: 'zset', members: [{ member: 'a', score: '-inf' }] },
      {
        type: 'stream',
        id: '*',
        fields: [
          { name: 'a', value: '1' },
          { name: 'a', value: '2' },
        ],
      },
    ]
    for (const content of contents) {
      expect(codeOf(await create(content.type, content, 500_000))).toBe('200 ok')
      expect(await on.text('TYPE', content.type)).toBe(content.type)
      expect(Number(await on.run('PTTL', content.type))).toBeGreaterThan(400_000)
      expect(codeOf(await create(content.type, { type: 'string', value: 'wiped' }))).toBe(
        '409 redis_key_exists',
      )
    }
    expect(await on.text('GET', 'string')).toBe('')
    const many = await Promise.all(
      Array.from({ length: 5 }, (_, at) => create('once', { type: 'string', value: String(at) })),
    )
    expect(many.map(codeOf).toSorted()).toEqual([
      '200 ok',
      ...Array.from({ length: 4 }, () => '409 redis_key_exists'),
    ])
  })

  test('[S5.06] a key without a name, without time and with what is no score or JSON is refused in words', async () => {
    const empty = await create('', { type: 'string', value: 'a' })
    expect(empty.body).toMatchObject({
      err: { code: 'redis_value_invalid', field: 'key' },
      msg: expect.stringContaining('名称为空'),
    })
    expect(codeOf(await create('a', { type: 'string', value: 'a' }, 0))).toBe('422 redis_value_invalid')
    const zset = (score: string) => create('z', { type: 'zset', members: [{ member: 'a', score }] })
    expect(codeOf(await zset('ten'))).toBe('422 redis_value_invalid')
    expect(codeOf(await zset('9007199254740993'))).toBe('422 redis_value_invalid')
    expect((await zset('1e400')).body.msg).toMatch(/分/)
    expect(codeOf(await zset('1e400'))).toBe('422 redis_value_invalid')
    expect(codeOf(await create('j', { type: 'json', value: '{' }))).toBe('422 redis_value_invalid')
    const json = await create('j', { type: 'json', value: '{}' })
    expect(json.body).toMatchObject({
      err: { code: 'redis_add_failed' },
      msg: expect.stringMatching(/unknown redis command/i),
    })
    expect(await on.text('DBSIZE')).toBe('0')
  })

  test('[S8.07] the server’s own words are told when it is full', async () => {
    await on.run('SET', 'a', 'x'.repeat(1_000))
    await on.run('HSET', 'h', 'a', '1')
    await on.run('CONFIG', 'SET', 'maxmemory', '1')
    const made = await create('b', { type: 'string', value: 'b' })
    expect(made.body).toMatchObject({
      err: { code: 'redis_add_failed' },
      msg: expect.stringMatching(/OOM command not allowed when used memory > 'maxmemory'\.?$/),
    })
    const edited = await on.post('key/edit', {
      key: 'a',
      edit: { kind: 'setString', value: 'b', expect: sha1Of('x'.repeat(1_000)) },
    })
    expect(edited.body).toMatchObject({
      err: { code: 'redis_edit_failed' },
      msg: expect.stringContaining('OOM'),
    })
    // What was kept for a change that did not happen is not in the bin.
    expect(await on.ask('bin/list', { search: '' })).toEqual({ list: [], hasMore: false })
    const removed = await on.post('key/edit', { key: 'h', edit: { kind: 'remove' } })
    expect(codeOf(removed)).toBe('200 ok')
  })

  test('an upload takes the place of what was seen, keeps its end, and leaves nothing behind', async () => {
    const bytes = Buffer.alloc(3 * 1_048_576 + 7, 'abc')
    const put = (key: string, expectBytes: number, body = bytes) =>
      on.upload({ key: base64(key), expectBytes: String(expectBytes) }, body)
    expect((await put('a', -1)).body.data).toEqual({ bytes: bytes.length })
    expect(await on.run('GET', 'a')).toEqual(bytes)
    expect(await on.text('PTTL', 'a')).toBe('-1')
    expect(codeOf(await put('a', -1))).toBe('409 redis_key_exists')
    expect(codeOf(await put('large', -1, Buffer.alloc(10_485_761)))).toBe('413 body_too_large')
    expect(await on.text('EXISTS', 'large')).toBe('0')
    await on.run('SET', 'b', 'four', 'PX', '500000')
    expect(codeOf(await put('b', 5))).toBe('409 redis_key_changed')
    expect(codeOf(await put('b', 4, Buffer.alloc(0)))).toBe('200 ok')
    expect(await on.text('GET', 'b')).toBe('')
    const left = Number(await on.run('PTTL', 'b'))
    expect(left).toBeGreaterThan(400_000)
    expect(left).toBeLessThanOrEqual(500_000)
    const { list } = await on.ask<{ list: { binId: string; ttlMs: number }[] }>('bin/list', { search: 'B' })
    await on.ask('bin/restore', { binId: list[0]!.binId, to: 'c' })
    expect(await on.text('GET', 'c')).toBe('four')
    await on.run('RPUSH', 'l', 'x')
    expect(codeOf(await put('l', 4))).toBe('409 redis_key_changed')
    expect(codeOf(await put('', -1))).toBe('422 redis_value_invalid')
    expect(await on.text('DBSIZE')).toBe('4')
    await on.run('CONFIG', 'SET', 'maxmemory', '1')
    expect(codeOf(await put('new', -1))).toBe('422 redis_add_failed')
    expect(await on.text('DBSIZE')).toBe('4')
  })

  test('the bin lists what was lost, gives it back with the time it has left, and forgets after a day', async () => {
    on.clock.nowMs = START_MS
    const edit = (key: string, change: object) => on.ask<Edited>('key/edit', { key, edit: change })
    await on.run('SET', 'mail:1', 'secret', 'PX', String(2 * HOUR_MS))
    await on.run('ZADD', 'rank', '9007199254740992', 'a')
    const { binId } = await edit('mail:1', { kind: 'remove' })
    on.clock.nowMs += HOUR_MS
    const ranked = await edit('rank', { kind: 'removeScored', members: ['a'] })
    const listed = await on.ask<{ list: object[] }>('bin/list', { search: '' })
    expect(listed.list.slice(0, 2)).toMatchObject([
      {
        binId: ranked.binId,
        key: 'rank',
        type: 'zset',
        action: 'deleted',
        by: 'ann',
        ttlMs: -1,
        restoredAt: null,
      },
      { binId, key: 'mail:1', type: 'string', at: START_MS, until: START_MS + 24 * HOUR_MS },
    ])
    expect(await on.ask('bin/list', { search: 'MAIL', before: START_MS })).toMatchObject({ list: [] })
    const stored = await on.store.read
      .selectFrom('redis_bin')
      .selectAll()
      .where('id', '=', binId)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(stored.payload, 'base64url').includes('secret')).toBe(false)
    await on.run('SET', 'mail:1', 'other')
    expect(codeOf(await on.post('bin/restore', { binId }))).toBe('409 redis_key_exists')
    expect(await on.ask('bin/restore', { binId, to: 'mail:2' })).toEqual({ key: 'mail:2' })
    expect(await on.text('GET', 'mail:2')).toBe('secret')
    const left = Number(await on.run('PTTL', 'mail:2'))
    expect(left).toBeGreaterThan(0.9 * HOUR_MS)
    expect(left).toBeLessThanOrEqual(HOUR_MS)
    on.clock.nowMs += HOUR_MS
    expect(codeOf(await on.post('bin/restore', { binId, to: 'mail:3' }))).toBe('422 redis_value_invalid')
    on.clock.nowMs = START_MS + 26 * HOUR_MS
    expect(codeOf(await on.post('bin/restore', { binId: ranked.binId }))).toBe('404 redis_bin_not_found')
    expect(await on.ask('bin/list', { search: '' })).toEqual({ list: [], hasMore: false })
  })

  test('each call needs a login, its permission and a line of the caller’s', async () => {
    await on.run('SET', 'a', '1')
    const reader = on.signIn('rita', [READ])
    const nobody = on.signIn('nora', [])
    const elsewhere = on.signIn('ella', undefined, 'tides')
    const calls: [string, object][] = [
      ['key/show', { key: 'a' }],
      ['key/window', { key: 'a', place: { kind: 'string' }, offset: 0 }],
      ['key/groups', { key: 'a' }],
      ['bin/list', { search: '' }],
      ['key/edit', { key: 'a', edit: { kind: 'remove' } }],
      ['key/create', { key: 'b', ttlMs: null, content: { type: 'string', value: '' } }],
      ['bin/restore', { binId: 'x' }],
    ]
    for (const [call, body] of calls) {
      const path = `/adjust/redis/${call}`
      const asked = { ...on.at, ...body }
      expect(codeOf(await on.app.anonymous.post(path, asked))).toBe('401 session_required')
      expect(codeOf(await nobody.post(path, asked))).toBe('403 forbidden')
      expect((await elsewhere.post(path, asked)).http).toBe(403)
      const foreign = await elsewhere.post(path, { ...asked, lineId: on.foreignLine, connectionId: 'other' })
      expect(codeOf(foreign)).toBe('404 redis_connection_not_found')
    }
    for (const [call, body] of calls.slice(4)) {
      expect(codeOf(await reader.post(`/adjust/redis/${call}`, { ...on.at, ...body }))).toBe('403 forbidden')
    }
    const query = on.downloadUrl({ key: base64('a') })
    expect((await on.app.anonymous.get(query)).http).toBe(401)
    expect((await nobody.get(query)).http).toBe(403)
    const upload = query.replace('download', 'upload') + '&expectBytes=-1'
    expect((await on.app.anonymous.postBytes(upload, Buffer.from('x'))).http).toBe(401)
    expect((await reader.postBytes(upload, Buffer.from('x'))).http).toBe(403)
    expect(await on.text('GET', 'a')).toBe('1')
  })

  test('[S5.05] the audit names the key and the kind of a change, and never a value', async () => {
    await on.run('SET', 'mail:1', 'old secret')
    await on.ask('key/edit', {
      key: 'mail:1',
      edit: { kind: 'setString', value: 'new secret', expect: sha1Of('old secret') },
    })
    const [intent, outcome] = on.app.audits.slice(-2)
    expect(intent).toMatchObject({
      kind: 'intent',
      entry: { action: 'redis.editKey', target: 'mail:1', risk: 'R2', detail: { db: 0, kind: 'setString' } },
    })
    expect(outcome).toMatchObject({ kind: 'outcome', result: { code: 'ok', detail: { changed: 1 } } })
    expect(JSON.stringify(on.app.audits)).not.toContain('secret')
  })
})

describe('a user of Redis with few rights', () => {
  test('[S8.07] is told what the server says, also where it may run no scripts', async () => {
    const on = await startKeys()
    try {
      await on.run('SET', 'a', '1')
      await on.run(
        'ACL',
        'SETUSER',
        'default',
        'resetpass',
        'nopass',
        '-eval',
        '-eval_ro',
        '-set',
        '-memory',
        '-object',
      )
      const edited = await on.post('key/edit', {
        key: 'a',
        edit: { kind: 'setString', value: '2', expect: sha1Of('1') },
      })
      expect(edited.body).toMatchObject({
        err: { code: 'redis_edit_failed' },
        msg: expect.stringMatching(/NOPERM .*'set'/),
      })
      expect(await on.ask('key/show', { key: 'a' })).toMatchObject({
        type: 'string',
        length: 1,
        bytes: null,
        encoding: null,
        idleSeconds: null,
      })
      expect(await on.ask('key/window', { key: 'a', place: { kind: 'string' }, offset: 0 })).toMatchObject({
        bytes: 1,
      })
      await on.run('ACL', 'SETUSER', 'default', '-unlink', '-del')
      const kept = await on.post('key/edit', { key: 'a', edit: { kind: 'remove' } })
      expect(kept.body).toMatchObject({
        err: { code: 'redis_delete_failed' },
        msg: expect.stringMatching(/NOPERM .*'(unlink|del)'/),
      })
      expect(await on.text('GET', 'a')).toBe('1')
      await on.run('ACL', 'SETUSER', 'default', '+unlink', '+del')
      expect(await on.ask<Edited>('key/edit', { key: 'a', edit: { kind: 'remove' } })).toMatchObject({
        changed: 1,
      })
    } finally {
      await on.close()
    }
  })
})
