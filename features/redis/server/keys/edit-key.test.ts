import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KeyEdit } from '../../contract/index.ts'
import { startKeys } from '../testing/with-keys.ts'
import { sha1Of } from './run-watched.ts'

/** The same rules where the server takes scripts, and where it has none. */
describe.each([
  ['by a script', []],
  ['below WATCH', ['--rename-command', 'EVAL', '', '--rename-command', 'EVAL_RO', '']],
])('changes of a key %s', (_name, settings) => {
  let on: Awaited<ReturnType<typeof startKeys>>
  beforeAll(async () => {
    on = await startKeys(settings)
  })
  afterAll(() => on.close())
  beforeEach(async () => {
    await on.run('FLUSHALL')
  })
  const run = (...args: (string | Buffer)[]) => on.run(...args)
  const text = async (...args: string[]) => String(await run(...args))
  const list = async (...args: string[]) => ((await run(...args)) as Buffer[]).map(String)
  /** Does a change, then what takes it back; answers how the key looks in between. */
  const thereAndBack = async (key: string, edit: KeyEdit, look: () => Promise<unknown>) => {
    const before = await look()
    const { undo } = await on.edit(key, edit)
    const between = await look()
    expect(between).not.toEqual(before)
    expect(undo).not.toBeNull()
    await on.edit(key, undo!)
    expect(await look()).toEqual(before)
    return between
  }

  test('[S5.05] a string is written only over what was read, and keeps its end', async () => {
    await run('SET', 'a', 'old', 'PX', '500000')
    expect(
      await thereAndBack('a', { kind: 'setString', value: 'new', expect: sha1Of('old') }, () =>
        text('GET', 'a'),
      ),
    ).toBe('new')
    expect(Number(await run('PTTL', 'a'))).toBeGreaterThan(400_000)
    expect(await on.refused('a', { kind: 'setString', value: 'x', expect: sha1Of('other') })).toBe(
      '409 redis_key_changed',
    )
    expect(await text('GET', 'a')).toBe('old')
    const bytes = Buffer.from([0, 255, 254, 10, 13, 39])
    await on.edit('a', {
      kind: 'setString',
      value: { base64: bytes.toString('base64') },
      expect: sha1Of('old'),
    })
    expect(await run('GET', 'a')).toEqual(bytes)
    expect(
      await thereAndBack('a', { kind: 'setBit', offset: 0, bit: 1 }, () => text('GETBIT', 'a', '0')),
    ).toBe('1')
  })

  test('[S5.05][S8.07] a key that is gone or of another type is told apart from one that changed', async () => {
    const edit: KeyEdit = { kind: 'setString', value: 'x', expect: sha1Of('') }
    expect(await on.refused('none', edit)).toBe('404 redis_key_not_found')
    await run('RPUSH', 'l', 'a')
    expect(await on.refused('l', edit)).toBe('409 redis_key_changed')
    expect(await on.refused('none', { kind: 'push', at: 'head', values: ['a'] })).toBe(
      '404 redis_key_not_found',
    )
    expect(await on.refused('none', { kind: 'remove' })).toBe('404 redis_key_not_found')
    expect(await on.refused('none', { kind: 'expire', ttlMs: 5 })).toBe('404 redis_key_not_found')
  })

  test('fields are set, added, renamed and removed, the empty name included', async () => {
    await run('HSET', 'h', 'a', '1', '', 'empty')
    const all = () => list('HGETALL', 'h')
    await thereAndBack('h', { kind: 'setField', field: 'a', value: '2', expect: sha1Of('1') }, all)
    await thereAndBack('h', { kind: 'setField', field: '', value: 'x', expect: sha1Of('empty') }, all)
    await thereAndBack('h', { kind: 'setField', field: 'new', value: '', expect: null }, all)
    const sorted = async () => (await all()).toSorted()
    await thereAndBack(
      'h',
      { kind: 'setField', field: 'b', from: 'a', value: '3', expect: sha1Of('1') },
      sorted,
    )
    await thereAndBack('h', { kind: 'removeFields', fields: ['a'] }, sorted)
    const more = [
      { name: 'c', value: '3' },
      { name: 'd', value: '' },
    ]
    await thereAndBack('h', { kind: 'addFields', fields: more }, all)
    const mixed = await on.edit('h', {
      kind: 'addFields',
      fields: [{ name: 'a', value: 'x' }, { name: { base64: '/w==' }, value: 'new' }, more[0]!],
    })
    expect(mixed).toMatchObject({
      changed: 2,
      existing: ['a'],
      undo: { kind: 'removeFields', fields: [{ base64: '/w==' }, 'c'] },
    })
    expect(await text('HGET', 'h', 'a')).not.toBe('x')
    await on.edit('h', mixed.undo!)
    const none = await on.edit('h', { kind: 'addFields', fields: [{ name: 'a', value: 'x' }] })
    expect(none).toMatchObject({ changed: 0, existing: ['a'], undo: null })
    expect(await on.refused('no-hash', { kind: 'addFields', fields: more })).toBe('404 redis_key_not_found')
    expect(await on.refused('h', { kind: 'setField', field: 'a', value: 'x', expect: null })).toBe(
      '409 redis_key_exists',
    )
    expect(
      await on.refused('h', { kind: 'setField', field: '', from: 'a', value: 'x', expect: sha1Of('1') }),
    ).toBe('409 redis_key_exists')
    expect(await on.refused('h', { kind: 'setField', field: 'z', value: 'x', expect: sha1Of('1') })).toBe(
      '409 redis_key_changed',
    )
  })

  test('the last field takes the key with it: the bin has it, and there is nothing to put the field back into', async () => {
    await run('HSET', 'h', 'a', '1')
    const { changed, undo, binId } = await on.edit('h', { kind: 'removeFields', fields: ['a', 'b'] })
    expect({ changed, undo }).toEqual({ changed: 1, undo: null })
    await on.ask('bin/restore', { binId })
    expect(await list('HGETALL', 'h')).toEqual(['a', '1'])
    const nothing = await on.edit('h', { kind: 'removeFields', fields: ['none'] })
    expect(nothing).toMatchObject({ changed: 0, binId: '' })
  })

  test('an element of a list is the one at its place, whatever equals it', async () => {
    await run('RPUSH', 'l', 'a', 'b', 'a', 'c')
    const all = () => list('LRANGE', 'l', '0', '-1')
    const a = sha1Of('a')
    expect(await thereAndBack('l', { kind: 'setIndex', index: 2, value: 'x', expect: a }, all)).toEqual([
      'a',
      'b',
      'x',
      'c',
    ])
    expect(await thereAndBack('l', { kind: 'removeIndex', index: 2, expect: a }, all)).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(await thereAndBack('l', { kind: 'removeIndex', index: 0, expect: a }, all)).toEqual([
      'b',
      'a',
      'c',
    ])
    expect(await thereAndBack('l', { kind: 'removeIndex', index: -1, expect: sha1Of('c') }, all)).toEqual([
      'a',
      'b',
      'a',
    ])
    expect(await thereAndBack('l', { kind: 'insertIndex', index: 2, value: 'n', expect: a }, all)).toEqual([
      'a',
      'b',
      'n',
      'a',
      'c',
    ])
    expect(await thereAndBack('l', { kind: 'insertIndex', index: -2, value: 'n', expect: a }, all)).toEqual([
      'a',
      'b',
      'n',
      'a',
      'c',
    ])
    expect(await thereAndBack('l', { kind: 'push', at: 'tail', values: ['z'] }, all)).toEqual([
      'a',
      'b',
      'a',
      'c',
      'z',
    ])
    expect(await thereAndBack('l', { kind: 'push', at: 'head', values: ['z'] }, all)).toEqual([
      'z',
      'a',
      'b',
      'a',
      'c',
    ])
    await on.edit('l', { kind: 'push', at: 'head', values: ['1', '2'] })
    expect(await all()).toEqual(['1', '2', 'a', 'b', 'a', 'c'])
    expect(await on.refused('l', { kind: 'removeIndex', index: 1, expect: a })).toBe('409 redis_key_changed')
    expect(await on.refused('l', { kind: 'setIndex', index: 99, value: 'x', expect: a })).toBe(
      '409 redis_key_changed',
    )
  })

  test('members and scores are compared exactly, infinity and 2^53 included', async () => {
    await run('SADD', 's', '9007199254740993', 'b')
    const members = async () => (await list('SMEMBERS', 's')).toSorted()
    await thereAndBack(
      's',
      { kind: 'replaceMember', member: '9007199254740993', by: '9007199254740992' },
      members,
    )
    await thereAndBack('s', { kind: 'addMembers', members: ['x', ''] }, members)
    await thereAndBack('s', { kind: 'removeMembers', members: ['b'] }, members)
    expect(await on.refused('s', { kind: 'addMembers', members: ['b'] })).toBe('409 redis_key_exists')
    expect(await on.refused('s', { kind: 'replaceMember', member: 'b', by: '9007199254740993' })).toBe(
      '409 redis_key_exists',
    )
    expect(await on.refused('s', { kind: 'replaceMember', member: 'gone', by: 'x' })).toBe(
      '409 redis_key_changed',
    )
    await run('ZADD', 'z', '9007199254740992', 'big', 'inf', 'top', '0.1', 'low')
    const scored = () => list('ZRANGE', 'z', '0', '-1', 'WITHSCORES')
    const set = (member: string, by: string, score: string, expectScore: string): KeyEdit => ({
      kind: 'setScored',
      member,
      by,
      score,
      expectScore,
    })
    await thereAndBack('z', set('top', 'top', '-inf', 'inf'), scored)
    await thereAndBack('z', set('big', 'large', '9007199254740994', '9007199254740992'), scored)
    await thereAndBack('z', set('low', 'low', '0.2', '0.10000000000000001'), scored)
    await thereAndBack('z', { kind: 'addScored', members: [{ member: 'n', score: '+5' }] }, scored)
    await thereAndBack('z', { kind: 'removeScored', members: ['low', 'top'] }, scored)
    expect(await on.refused('z', set('big', 'big', '1', '9007199254740994'))).toBe('409 redis_key_changed')
    expect(await on.refused('z', set('big', 'top', '1', '9007199254740992'))).toBe('409 redis_key_exists')
    expect(await on.refused('z', set('big', 'big', '9007199254740993', '9007199254740992'))).toBe(
      '422 redis_value_invalid',
    )
    expect(await on.refused('z', set('big', 'big', 'nan', '9007199254740992'))).toBe(
      '422 redis_value_invalid',
    )
    expect(await on.refused('z', { kind: 'addScored', members: [{ member: 'top', score: '1' }] })).toBe(
      '409 redis_key_exists',
    )
  })

  test('entries of a stream keep names that come twice; groups, acknowledging and claiming work', async () => {
    await run('XADD', 'x', '1-1', 'f', '1')
    const pairs = [
      { name: 'f', value: '1' },
      { name: 'f', value: '2' },
      { name: '', value: '' },
    ]
    const length = () => text('XLEN', 'x')
    await thereAndBack('x', { kind: 'addEntry', id: '2-0', fields: pairs }, length)
    const { body } = await on.post('key/edit', {
      key: 'x',
      edit: { kind: 'addEntry', id: '1-0', fields: pairs },
    })
    expect(body).toMatchObject({
      err: { code: 'redis_add_failed' },
      msg: expect.stringMatching(/equal or smaller/),
    })
    await on.edit('x', { kind: 'addEntry', id: '3-0', fields: pairs })
    const page = await on.ask<{ rows: unknown[] }>('key/page', {
      key: 'x',
      type: 'stream',
      cursor: '',
      count: 10,
      filter: '',
      inValues: false,
      isDescending: true,
      from: '',
      to: '',
    })
    expect(page.rows[0]).toMatchObject({ id: '3-0', fields: pairs })
    const group = async () => text('XINFO', 'GROUPS', 'x')
    await thereAndBack('x', { kind: 'createGroup', group: 'g', fromId: '0' }, group)
    await on.edit('x', { kind: 'createGroup', group: 'g', fromId: '0' })
    expect(await on.refused('x', { kind: 'createGroup', group: 'g', fromId: '0' })).toBe(
      '422 redis_add_failed',
    )
    await run('XREADGROUP', 'GROUP', 'g', 'worker', 'STREAMS', 'x', '>')
    expect(
      (await on.edit('x', { kind: 'claim', group: 'g', consumer: 'other', minIdleMs: 0, ids: ['1-1'] }))
        .changed,
    ).toBe(1)
    const groups = await on.ask<object>('key/groups', { key: 'x', group: 'g' })
    expect(groups).toMatchObject({
      groups: [{ name: 'g', consumers: 2, pending: 2, lastId: '3-0', lag: 0 }],
      pending: [
        { id: '1-1', consumer: 'other', deliveries: 1 },
        { id: '3-0', consumer: 'worker', deliveries: 1 },
      ],
    })
    expect((await on.edit('x', { kind: 'ack', group: 'g', ids: ['1-1', '9-9'] })).changed).toBe(1)
    expect((await on.edit('x', { kind: 'removeEntries', ids: ['1-1'] })).changed).toBe(1)
    expect((await on.edit('x', { kind: 'trimStream', by: 'length', bound: '0' })).changed).toBe(1)
    expect((await on.edit('x', { kind: 'removeGroup', group: 'g' })).changed).toBe(1)
  })

  test('a key is renamed, ended and deleted, never over another one', async () => {
    await run('SET', 'a', '1')
    await run('SET', 'b', '2')
    expect(await on.refused('a', { kind: 'rename', to: 'b' })).toBe('409 redis_key_exists')
    expect(await on.refused('a', { kind: 'rename', to: '' })).toBe('422 redis_value_invalid')
    const { undo } = await on.edit('a', { kind: 'rename', to: 'c' })
    await on.edit('c', undo!)
    expect(await text('GET', 'a')).toBe('1')
    await on.edit('a', { kind: 'expire', ttlMs: 500_000 })
    expect(Number(await run('PTTL', 'a'))).toBeGreaterThan(400_000)
    const noEnd = await on.edit('a', { kind: 'expire', ttlMs: null })
    expect(await text('PTTL', 'a')).toBe('-1')
    expect(noEnd.undo).toMatchObject({ kind: 'expire', ttlMs: expect.any(Number) })
  })

  test.each([0, -5])(
    '[S4.13] a time to live of %i deletes the key, which the bin gives back',
    async (ttlMs) => {
      await run('SET', 'a', '1')
      const { changed, binId } = await on.edit('a', { kind: 'expire', ttlMs })
      expect(changed).toBe(1)
      expect(await text('EXISTS', 'a')).toBe('0')
      await on.ask('bin/restore', { binId })
      expect(await text('GET', 'a')).toBe('1')
    },
  )

  test('of many that write at once over the same value one does, and the others are told', async () => {
    await run('SET', 'a', '0')
    const tries = Array.from({ length: 8 }, (_, at) =>
      on.refused('a', { kind: 'setString', value: `by ${at}`, expect: sha1Of('0') }),
    )
    const ended = await Promise.all(tries)
    expect(ended.toSorted()).toEqual(['200 ok', ...Array.from({ length: 7 }, () => '409 redis_key_changed')])
    expect(await text('GET', 'a')).toBe(`by ${ended.indexOf('200 ok')}`)
  })
})
