import { join } from 'node:path'
import { measure } from '@qd/contract-kit/testing/measure'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CELL_BYTES, EDIT_BYTES, WINDOW_BYTES } from '../../contract/index.ts'
import type { PageRow } from '../../contract/index.ts'
import { startKeys } from '../testing/with-keys.ts'
import { sha1Of } from './run-watched.ts'

type Row<T extends PageRow['type']> = Extract<PageRow, { type: T }>

interface Page<T extends PageRow['type']> {
  rows: Row<T>[]
  cursor: string
  examined: number
  length: number
}

describe.each([
  ['with scripts', []],
  ['without scripts', ['--rename-command', 'EVAL_RO', '']],
])('reading a key %s', (_name, settings) => {
  let on: Awaited<ReturnType<typeof startKeys>>
  beforeAll(async () => {
    on = await startKeys(settings)
  })
  afterAll(() => on.close())
  beforeEach(async () => {
    await on.run('FLUSHALL')
  })
  const ALL = { cursor: '', count: 10, filter: '', inValues: false, isDescending: false, from: '', to: '' }
  const page = <T extends PageRow['type']>(type: T, key: string, more: object = {}) =>
    on.ask<Page<T>>('key/page', { key, type, ...ALL, ...more })
  /** Every page of a key, and how many there were. */
  const pages = async <T extends PageRow['type']>(type: T, key: string, more: object = {}) => {
    const rows: Row<T>[] = []
    let [cursor, count] = ['', 0]
    do {
      const next = await page(type, key, { ...more, cursor })
      rows.push(...next.rows)
      cursor = next.cursor
      count += 1
    } while (cursor !== '')
    return { rows, count }
  }
  const codeOf = async (call: string, body: object) => (await on.post(call, body)).body.err?.code
  const numbers = (to: number) => Array.from({ length: to }, (_, at) => String(at))

  test('[S5.06] a key is shown with what the server tells of it', async () => {
    await on.run('RPUSH', 'l', 'a', 'b')
    await on.run('PEXPIRE', 'l', '500000')
    const shown = await on.ask<{ ttlMs: number; bytes: number }>('key/show', { key: 'l' })
    expect(shown).toMatchObject({
      type: 'list',
      length: 2,
      encoding: expect.stringMatching(/^(quick|pack|zip)?list(pack)?$/),
      idleSeconds: 0,
      frequency: null,
      hasFieldTtl: false,
      info: [],
      items: [],
      mayEdit: true,
    })
    expect(shown.ttlMs).toBeGreaterThan(400_000)
    expect(shown.bytes).toBeGreaterThan(10)
    const none = await on.ask('key/show', { key: { base64: 'AP8=' } })
    expect(none).toMatchObject({ type: 'none', length: null, encoding: null })
  })

  test.each([
    ['small', 100],
    ['large', 3_000],
  ])('every entry of a %s hash, set and sorted set comes once, in pages', async (_size, size) => {
    const names = numbers(size)
    await on.run('HSET', 'h', ...names.flatMap((each) => [each, `v${each}`]))
    await on.run('SADD', 's', ...names.map((each) => `m${each}`))
    await on.run('ZADD', 'z', ...names.flatMap((each) => [each, `m${each}`]))
    const hash = await pages('hash', 'h', { count: 25 })
    expect(hash.rows.map(({ field }) => Number(field)).toSorted((a, b) => a - b)).toEqual(names.map(Number))
    expect(hash.count).toBeGreaterThan(1)
    expect(hash.rows[0]).toMatchObject({
      value: `v${String(hash.rows[0]!.field)}`,
      isCut: false,
    })
    expect(hash.rows[0]!.sha1).toBe(sha1Of(String(hash.rows[0]!.value)))
    const set = await pages('set', 's', { count: 25 })
    expect(set.rows.map(({ member }) => member).toSorted()).toEqual(
      names.map((each) => `m${each}`).toSorted(),
    )
    const zset = await pages('zset', 'z', { count: 25 })
    expect(zset.rows.map(({ member, score }) => `${String(member)} ${score}`)).toEqual(
      names.map((each) => `m${each} ${each}`),
    )
    const down = await page('zset', 'z', { count: 2, isDescending: true })
    expect(down.rows.map(({ score }) => Number(score))).toEqual([size - 1, size - 2])
  })

  test('[S8.07] a page says when it lies behind the end', async () => {
    await on.run('RPUSH', 'l', ...numbers(30))
    const first = await page('list', 'l', { count: 20 })
    const second = await page('list', 'l', { count: 20, cursor: first.cursor })
    expect({ cursor: second.cursor, length: second.length }).toEqual({ cursor: '', length: 30 })
    const ask = (type: string, key: string, cursor: string) =>
      codeOf('key/page', { key, type, ...ALL, cursor })
    expect(await ask('list', 'l', '30')).toBe('redis_page_end')
    await on.run('ZADD', 'z', '1', 'a')
    expect(await ask('zset', 'z', '1')).toBe('redis_page_end')
    await on.run('XADD', 'x', '1-1', 'a', 'b')
    expect(await ask('stream', 'x', '1-1')).toBe('redis_page_end')
    await on.run('HSET', 'h', 'a', 'b')
    expect(await ask('hash', 'h', 'x')).toBe('redis_page_end')
    expect(await ask('hash', 'none', '')).toBe('redis_key_not_found')
    expect(await ask('hash', 'l', '')).toBe('redis_key_changed')
  })

  test('lists go by index in both directions, streams by id, sorted sets by score', async () => {
    await on.run('RPUSH', 'l', ...numbers(30))
    const indexes = async (more: object) =>
      (await page('list', 'l', { count: 3, ...more })).rows.map(({ index }) => index)
    expect(await indexes({ isDescending: true })).toEqual([29, 28, 27])
    expect(await indexes({ from: '10', to: '11' })).toEqual([10, 11])
    expect(await indexes({ from: '-2' })).toEqual([28, 29])
    expect(
      (await pages('list', 'l', { count: 7, isDescending: true })).rows.map(({ value }) => value),
    ).toEqual(numbers(30).toReversed())
    for (const id of ['1-1', '1-2', '2-0', '3-0']) await on.run('XADD', 'x', id, 'f', id)
    const ids = async (more: object) =>
      (await pages('stream', 'x', { count: 1, ...more })).rows.map(({ id }) => id)
    expect(await ids({})).toEqual(['1-1', '1-2', '2-0', '3-0'])
    expect(await ids({ isDescending: true })).toEqual(['3-0', '2-0', '1-2', '1-1'])
    expect(await ids({ from: '1-2', to: '2' })).toEqual(['1-2', '2-0'])
    await on.run('ZADD', 'z', '1', 'a', '2', 'b', '2', 'c', 'inf', 'd')
    const members = async (more: object) =>
      (await pages('zset', 'z', { count: 1, ...more })).rows.map(({ member }) => member)
    expect(await members({ from: '(1' })).toEqual(['b', 'c', 'd'])
    expect(await members({ from: '2', to: '2', isDescending: true })).toEqual(['c', 'b'])
    expect(await codeOf('key/page', { key: 'z', type: 'zset', ...ALL, from: 'x' })).toBe('redis_refused')
  })

  test('a filter finds fields and members by pattern, values and entries by text', async () => {
    const names = numbers(5_000)
    await on.run('HSET', 'h', ...names.flatMap((each) => [`f:${each}`, `v${each}.`]))
    await on.run('ZADD', 'z', ...names.flatMap((each) => [each, `m${each}`]))
    await on.run('RPUSH', 'l', ...names.map((each) => `e${each}.`))
    await on.run('XADD', 'x', '1-0', 'a', 'b')
    await on.run('XADD', 'x', '2-0', 'a', 'c')
    const one = await pages('hash', 'h', { filter: 'f:49?9' })
    expect(one.rows.map(({ field }) => field).toSorted()).toEqual(numbers(10).map((each) => `f:49${each}9`))
    const value = await pages('hash', 'h', { filter: 'v4321.', inValues: true })
    expect(value.rows.map(({ field }) => field)).toEqual(['f:4321'])
    expect((await pages('zset', 'z', { filter: 'm123[0-4]' })).rows.map(({ member }) => member)).toEqual([
      'm1230',
      'm1231',
      'm1232',
      'm1233',
      'm1234',
    ])
    expect((await pages('list', 'l', { filter: 'e77.' })).rows).toMatchObject([{ index: 77, value: 'e77.' }])
    expect((await pages('stream', 'x', { filter: 'c' })).rows.map(({ id }) => id)).toEqual(['2-0'])
  })

  test('a search of many entries stops after a part and goes on with the cursor', async () => {
    await on.run('EVAL', "for i = 1, 50000 do redis.call('RPUSH', 'l', i) end", '0')
    const first = await page('list', 'l', { filter: '49999' })
    expect(first).toMatchObject({ rows: [], examined: 20_000, cursor: '20000' })
    expect((await pages('list', 'l', { filter: '49999' })).rows).toMatchObject([{ index: 49_998 }])
  })

  test('large values are cut in a page and found by what lies behind the cut', async () => {
    const large = `${'x'.repeat(2 * EDIT_BYTES)}needle`
    const long = 'y'.repeat(CELL_BYTES + 1)
    await on.run('HSET', 'h', 'large', large, 'long', long)
    await on.run('RPUSH', 'l', 'a', large)
    const { rows } = await page('hash', 'h')
    const byField = new Map(rows.map((row) => [row.field, row]))
    expect(byField.get('large')).toMatchObject({ isCut: true, bytes: large.length, sha1: '' })
    expect(String(byField.get('large')!.value)).toHaveLength(CELL_BYTES)
    expect(byField.get('long')).toMatchObject({ isCut: true, sha1: sha1Of(long) })
    expect(
      (await page('hash', 'h', { filter: 'needle', inValues: true })).rows.map(({ field }) => field),
    ).toEqual(['large'])
    expect((await page('list', 'l', { filter: 'needle' })).rows.map(({ index }) => index)).toEqual([1])
  })

  test('a window shows a part of a value with the length and the hash of the whole', async () => {
    const value = Buffer.alloc(WINDOW_BYTES + 10, 'ab')
    value[0] = 0
    await on.run('SET', 's', value)
    await on.run('HSET', 'h', '', value)
    await on.run('RPUSH', 'l', value)
    const places = [
      ['s', { kind: 'string' }],
      ['h', { kind: 'field', field: '' }],
      ['l', { kind: 'index', index: 0 }],
    ] as const
    for (const [key, place] of places) {
      const window = (offset: number) =>
        on.ask<{ base64: string; bytes: number; sha1: string }>('key/window', { key, place, offset })
      const [first, last] = [await window(0), await window(WINDOW_BYTES)]
      expect(first).toMatchObject({ bytes: value.length, sha1: sha1Of(value) })
      expect(
        Buffer.concat([first, last].map(({ base64 }) => Buffer.from(base64, 'base64'))).equals(value),
      ).toBe(true)
    }
    await on.run('SET', 'e', '')
    expect(await on.ask('key/window', { key: 'e', place: { kind: 'string' }, offset: 0 })).toEqual({
      base64: '',
      bytes: 0,
      sha1: sha1Of(''),
    })
    expect(await codeOf('key/window', { key: 'none', place: { kind: 'string' }, offset: 0 })).toBe(
      'redis_key_not_found',
    )
    expect(await codeOf('key/window', { key: 'l', place: { kind: 'string' }, offset: 0 })).toBe(
      'redis_key_changed',
    )
    expect(await codeOf('key/window', { key: 'l', place: { kind: 'index', index: 9 }, offset: 0 })).toBe(
      'redis_key_not_found',
    )
  })

  test('a string of 100 MB opens in a window without being read', async () => {
    await on.run('SETRANGE', 's', String(100 * 1_048_576 - 1), 'x')
    const script = join(import.meta.dirname, '../testing/read-window.ts')
    const args = [String(on.redis.port), 's', String(100 * 1_048_576 - 2)]
    const { window, bytes } = await measure<{ window: object; bytes: number }>(script, { args })
    expect(window).toEqual({
      base64: Buffer.from('\0x').toString('base64'),
      bytes: 100 * 1_048_576,
      sha1: '',
    })
    expect(bytes).toBeLessThan(60 * 1_048_576)
  })

  test('bytes that are no text come whole, names of 1 MB included', async () => {
    const name = Buffer.alloc(1_048_576, 255)
    await on.run('HSET', name, Buffer.from([0, 1]), Buffer.from([255]))
    const key = { base64: name.toString('base64') }
    const { rows } = await on.ask<Page<'hash'>>('key/page', { key, type: 'hash', ...ALL })
    expect(rows).toMatchObject([{ field: { base64: 'AAE=' }, value: { base64: '/w==' }, bytes: 1 }])
  })
})
