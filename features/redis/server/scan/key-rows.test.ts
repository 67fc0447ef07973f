import { aCaller } from '@qd/server-kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KeyFacts } from '../../contract/index.ts'
import { brief, KeysWorld, reached, REF, rowsOf, SCAN } from '../testing/keys-world.ts'

let world: KeysWorld
beforeAll(async () => {
  world = await KeysWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => world.clear())
afterEach(() => world.closePages())

test('facts come for many keys at once, and none is older than an own change', async () => {
  await world.client.set('k1', 'value', 'PX', 60_000)
  await world.client.hset('h1', 'f', '1')
  const page = await world.open()
  const facts = async (withBytes: boolean) =>
    (await page.ask<{ list: KeyFacts[] }>('facts', { keys: ['k1', 'h1', 'gone'], withBytes })).list
  expect(await facts(false)).toEqual([
    { key: 'k1', type: 'string', ttlMs: expect.toSatisfy((ms: number) => ms > 50_000), bytes: null },
    { key: 'h1', type: 'hash', ttlMs: -1, bytes: null },
    { key: 'gone', type: 'none', ttlMs: -1, bytes: null },
  ])
  expect((await facts(true))[0]!.bytes).toBeGreaterThan(0)
  await world.client.del('k1')
  expect((await facts(false))[0]!.type).toBe('string')
  await page.ask('touched', { scan: 0, added: [], removed: ['k1'] })
  expect((await facts(false))[0]!.type).toBe('none')
})

test('the tree follows own changes, and a folder is read anew', async () => {
  await world.fill(10, (at) => `a:${at}`)
  await world.fill(5, (at) => `b:${at}`)
  const page = await world.open()
  await page.ask('scan', SCAN)
  await reached(page, 'drained')
  await page.ask('touched', { scan: 1, added: ['a:new', 'c:1'], removed: ['b:0'] })
  expect(brief(await rowsOf(page))).toEqual(['a: 11 exact', 'b: 4 exact', 'c: 1 exact'])
  await world.client.del('a:1', 'a:2')
  await world.client.mset('a:x:1', '1', 'a[1]:z', '1')
  expect(await page.ask('load', { scan: 1, prefix: 'a:' })).toEqual({ keys: 9, isDone: true })
  expect(brief(await rowsOf(page, 'a:')).slice(0, 2)).toEqual(['a:x: 1 exact', 'a:0'])
  expect(brief(await rowsOf(page))).toEqual(['a: 9 exact', 'b: 4 exact', 'c: 1 exact'])
  // A key that has gone without our doing: counts on its way are no longer exact.
  await world.client.del('b:1')
  await page.ask('facts', { keys: ['b:1'], withBytes: false })
  expect(brief(await rowsOf(page))).toContain('b: 4 stale')
})

test('a folder of a scan that was cancelled is read to its end', async () => {
  await world.fill(20_000, (at) => `k:${at}`)
  const page = await world.open()
  await page.ask('scan', { ...SCAN, mode: 'quick', load: 200 })
  await reached(page, 'loaded')
  await page.ask('cancel', { scan: 1 })
  expect(await page.ask('load', { scan: 1, prefix: 'k:' })).toEqual({ keys: 20_000, isDone: true })
  expect(brief(await rowsOf(page))).toEqual(['k: 20000 exact'])
})

test('names that are no text come as bytes, and long ones in small answers', async () => {
  const binary = Buffer.from([0xff, 0x3a, 0x00, 0x80])
  await world.client.set(binary, '1')
  await world.client.set('', '1')
  await world.fill(4, (at) => `${'l'.repeat(100_000)}${at}`)
  const page = await world.open()
  await page.ask('scan', SCAN)
  await reached(page, 'drained')
  const folder = { base64: Buffer.from([0xff, 0x3a]).toString('base64') }
  const { rows, total } = await rowsOf(page)
  expect(rows[0]).toMatchObject({ kind: 'folder', prefix: folder })
  expect(rows[1]).toMatchObject({ kind: 'key', key: '' })
  expect([rows.length, total]).toEqual([2, 6])
  const long = await page.ask<{ rows: unknown[] }>('rows', { scan: 1, prefix: '', from: 2, count: 10 })
  expect(long.rows).toHaveLength(1)
  expect((await rowsOf(page, folder)).rows).toMatchObject([{ key: { base64: binary.toString('base64') } }])
  expect(await page.ask('find', { key: { base64: binary.toString('base64') } })).toMatchObject({
    type: 'string',
  })
})

test('one person has at most twenty lists open, and a closed one makes room', async () => {
  for (let at = 0; at < 20; at += 1) await world.open()
  await expect(world.open()).rejects.toThrow('redis_lists_full')
  await world.pages[0]!.leave()
  await world.open()
})

test('who may not read is not let in', async () => {
  const bob = aCaller('bob', [{ scope: '*', environment: '*', codes: ['redis.redis.edit'] }])
  await expect(world.live.open(bob, 'redis.keys', REF)).rejects.toThrow('forbidden')
})
