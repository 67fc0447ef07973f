import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CELL_BYTES, EDIT_BYTES, WINDOW_BYTES } from '../../contract/index.ts'
import type { PageRow } from '../../contract/index.ts'
import { READ } from '../testing/keys-desk.ts'
import { startKeys } from '../testing/with-keys.ts'
import { sha1Of } from './run-watched.ts'

type Row<T extends PageRow['type']> = Extract<PageRow, { type: T }>

/** Bytes that are no text, other ones for each seed. */
const noise = (bytes: number, seed: number) =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_none, at) => (at * 31 + seed * 7 + (at >> 8)) & 255))
/** They begin alike: the whole decides which is which. */
const alike = (bytes: number, seed: number) =>
  Buffer.concat([Buffer.alloc(CELL_BYTES, 0xfe), noise(bytes - CELL_BYTES, seed)])
const b64 = (bytes: Buffer) => ({ base64: bytes.toString('base64') })

describe.each([
  ['with scripts', []],
  ['without scripts', ['--rename-command', 'EVAL_RO', '', '--rename-command', 'EVAL', '']],
])('names and values longer than a cell %s', (_name, settings) => {
  let on: Awaited<ReturnType<typeof startKeys>>
  beforeAll(async () => {
    on = await startKeys(settings)
  })
  afterAll(() => on.close())
  beforeEach(async () => {
    await on.run('FLUSHALL')
  })
  const ALL = { cursor: '', count: 500, filter: '', inValues: false, isDescending: false, from: '', to: '' }
  const rowsOf = async <T extends PageRow['type']>(type: T, key: string) =>
    (await on.ask<{ rows: Row<T>[] }>('key/page', { key, type, ...ALL })).rows
  const nameAt = (row: Row<'hash' | 'set' | 'zset'>) => ({ kind: 'name', type: row.type, ...row.long! })
  const windowOf = (key: string, place: object, offset = 0) =>
    on.ask<{ base64: string; bytes: number; sha1: string }>('key/window', { key, place, offset })
  const whole = async (key: string, place: object) => {
    const parts: Buffer[] = []
    let [done, bytes, sha1] = [0, 1, '']
    while (done < bytes) {
      const next = await windowOf(key, place, done)
      parts.push(Buffer.from(next.base64, 'base64'))
      ;[done, bytes, sha1] = [done + parts.at(-1)!.length, next.bytes, next.sha1]
    }
    return { bytes: Buffer.concat(parts), sha1 }
  }
  const codeOf = async (key: string, place: object) =>
    (await on.post('key/window', { key, place, offset: 0 })).body.err?.code

  test('a member of a set is read whole by its mark and replaced by all its bytes', async () => {
    const [one, two, by] = [alike(200_000, 1), alike(200_000, 2), alike(9_000, 3)]
    await on.run('SADD', 's', one, two, 'short')
    const rows = await rowsOf('set', 's')
    expect(rows.find(({ member }) => member === 'short')?.long).toBeUndefined()
    const long = rows.filter((row) => row.long !== undefined)
    expect(long.map(({ bytes, isCut }) => [bytes, isCut])).toEqual([
      [200_000, true],
      [200_000, true],
    ])
    const read = await Promise.all(long.map((row) => whole('s', nameAt(row))))
    expect(read.map(({ bytes }) => sha1Of(bytes)).toSorted()).toEqual([sha1Of(one), sha1Of(two)].toSorted())
    expect(read.map(({ sha1 }) => sha1).toSorted()).toEqual([sha1Of(one), sha1Of(two)].toSorted())
    const { undo } = await on.edit('s', { kind: 'replaceMember', member: b64(one), by: b64(by) })
    expect([await on.text('SISMEMBER', 's', one), await on.text('SISMEMBER', 's', by)]).toEqual(['0', '1'])
    await on.edit('s', undo!)
    expect([await on.text('SISMEMBER', 's', one), await on.text('SCARD', 's')]).toEqual(['1', '3'])
    await on.run('SREM', 's', one)
    expect(await on.refused('s', { kind: 'replaceMember', member: b64(one), by: b64(by) })).toBe(
      '409 redis_key_changed',
    )
  })

  test('a member of a sorted set keeps its score, and one whose score changed meanwhile is not touched', async () => {
    const [one, two, by] = [alike(50_000, 1), alike(50_000, 2), alike(60_000, 3)]
    await on.run('ZADD', 'z', '9007199254740993', one, '9007199254740993', two, '3', 'a')
    const rows = (await rowsOf('zset', 'z')).filter((row) => row.long !== undefined)
    const read = await Promise.all(rows.map((row) => whole('z', nameAt(row))))
    expect(read.map(({ bytes }) => sha1Of(bytes)).toSorted()).toEqual([sha1Of(one), sha1Of(two)].toSorted())
    const { score } = rows[0]!
    const edit = { kind: 'setScored', member: b64(one), by: b64(by), score, expectScore: score } as const
    await on.edit('z', edit)
    expect([await on.text('ZSCORE', 'z', by), await on.text('ZCARD', 'z')]).toEqual([score, '3'])
    await on.run('ZADD', 'z', '5', two)
    expect(await on.refused('z', { ...edit, member: b64(two), by: b64(one) })).toBe('409 redis_key_changed')
    expect(await codeOf('z', { ...nameAt(rows[0]!), mark: sha1Of(two), at: score })).toBe('redis_key_changed')
  })

  test('a field with a long name is read by it, and its value is changed where it is still the same', async () => {
    const [field, other] = [alike(30_000, 1), alike(30_000, 2)]
    const [value, next] = [noise(500_000, 4), noise(400_000, 5)]
    await on.run('HSET', 'h', field, value, other, 'x', 'short', 'y')
    const rows = await rowsOf('hash', 'h')
    const row = rows.find(({ bytes }) => bytes === value.length)!
    expect((row.field as { base64: string }).base64).toBe(b64(field.subarray(0, CELL_BYTES)).base64)
    const name = await whole('h', nameAt(row))
    expect(name.bytes.equals(field)).toBe(true)
    const read = await whole('h', { kind: 'field', field: b64(name.bytes) })
    expect(read.bytes.equals(value)).toBe(true)
    const edit = { kind: 'setField', field: b64(name.bytes), value: b64(next), expect: read.sha1 } as const
    const { undo } = await on.edit('h', edit)
    expect(Number(await on.run('HSTRLEN', 'h', field))).toBe(next.length)
    expect(await on.refused('h', edit)).toBe('409 redis_key_changed')
    await on.edit('h', undo!)
    expect(sha1Of((await on.run('HGET', 'h', field)) as Buffer)).toBe(sha1Of(value))
    await on.run('HDEL', 'h', field)
    expect(await codeOf('h', nameAt(row))).toBe('redis_key_changed')
    await on.run('DEL', 'h')
    expect(await codeOf('h', { kind: 'field', field: 'short' })).toBe('redis_key_not_found')
  })

  test('a name is found when the table has grown since, and one beyond what is edited is read by its ends', async () => {
    const huge = alike(EDIT_BYTES + 70_000, 1)
    await on.run('SADD', 's', huge, 'a')
    const row = (await rowsOf('set', 's')).find((each) => each.long !== undefined)!
    await on.run('SADD', 's', ...Array.from({ length: 4_000 }, (_none, at) => `m${at}`))
    const first = await windowOf('s', nameAt(row))
    expect(first).toMatchObject({ bytes: huge.length, sha1: '' })
    expect(Buffer.from(first.base64, 'base64').equals(huge.subarray(0, WINDOW_BYTES))).toBe(true)
    const end = await windowOf('s', nameAt(row), EDIT_BYTES)
    expect(
      Buffer.from(end.base64, 'base64').equals(huge.subarray(EDIT_BYTES, EDIT_BYTES + WINDOW_BYTES)),
    ).toBe(true)
    expect(await on.refused('s', { kind: 'replaceMember', member: b64(huge), by: 'b' })).toBe(
      '422 redis_value_invalid',
    )
  })

  test('a value of a stream entry is read in windows; elements and fields of a list and a hash are, too', async () => {
    const value = noise(150_000, 1)
    await on.run('XADD', 'x', '1-1', 'a', 'b', 'big', value)
    const [entry] = await rowsOf('stream', 'x')
    expect(entry!.fields.map(({ bytes }) => bytes)).toEqual([undefined, value.length])
    const read = await whole('x', { kind: 'entry', id: '1-1', at: 1 })
    expect(read.bytes.equals(value)).toBe(true)
    expect(await codeOf('x', { kind: 'entry', id: '1-1', at: 2 })).toBe('redis_key_not_found')
    expect(await codeOf('x', { kind: 'entry', id: '9-9', at: 0 })).toBe('redis_key_not_found')
    await on.run('RPUSH', 'l', 'a', value)
    const element = await whole('l', { kind: 'index', index: 1 })
    expect(element.bytes.equals(value)).toBe(true)
    await on.edit('l', { kind: 'setIndex', index: 1, value: b64(noise(9_000, 2)), expect: element.sha1 })
    expect(await on.refused('l', { kind: 'setIndex', index: 1, value: 'late', expect: element.sha1 })).toBe(
      '409 redis_key_changed',
    )
  })

  test('a field is never fetched whole beyond the limit', async () => {
    await on.run('SETRANGE', 'big', String(33_600_000), 'x')
    await on.run('HSET', 'h', 'f', (await on.run('GET', 'big')) as Buffer)
    const answer = await on.post('key/window', { key: 'h', place: { kind: 'field', field: 'f' }, offset: 0 })
    if (settings.length === 0) expect(answer.http).toBe(200)
    else {
      expect([answer.http, answer.body.err?.code]).toEqual([422, 'redis_value_too_large'])
      expect(answer.body.msg).toContain('32 MiB')
    }
  })

  test('who may only read reads them and changes nothing; a stranger reads nothing', async () => {
    const one = alike(20_000, 1)
    await on.run('SADD', 's', one)
    const [row] = await rowsOf('set', 's')
    const asked = { ...on.at, key: 's', place: nameAt(row!), offset: 0 }
    const reader = on.signIn('reader', [READ])
    expect((await reader.post('/adjust/redis/key/window', asked)).http).toBe(200)
    const edit = { ...on.at, key: 's', edit: { kind: 'replaceMember', member: b64(one), by: 'b' } }
    expect((await reader.post('/adjust/redis/key/edit', edit)).http).toBe(403)
    expect((await on.signIn('eve', []).post('/adjust/redis/key/window', asked)).http).toBe(403)
    expect((await on.post('key/window', { ...asked, lineId: on.foreignLine })).http).toBe(403)
    expect((await on.post('key/window', { ...asked, place: { ...asked.place, mark: 'x' } })).http).toBe(400)
  })
})
