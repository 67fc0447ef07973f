import { AppError } from '@qd/contract-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { redisErrors } from '../../contract/index.ts'
import { brief, KeysWorld, latest, reached, rowsOf, SCAN } from '../testing/keys-world.ts'

let world: KeysWorld
beforeAll(async () => {
  world = await KeysWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => world.clear())
afterEach(() => world.closePages())

test('[S4.11] a scan goes from cursor 0 until it is drained, and its folders have exact counts', async () => {
  await world.fill(3_000, (at) => `game:eu:s${at % 3}:hero:${at}`)
  await world.client.mset('a', '1', 'game', '1')
  const page = await world.open()
  await page.ask('scan', SCAN)
  const drained = await reached(page, 'drained')
  expect(drained).toMatchObject({ matched: 3_002, examined: 3_002, total: 3_002, isCapped: false, code: '' })
  expect(drained.nodes).toMatchObject([{ examined: 3_002, isDrained: true }])
  expect(brief(await rowsOf(page))).toEqual(['game: 3000 exact', 'a', 'game'])
  expect(brief(await rowsOf(page, 'game:eu:s1:hero:')).slice(0, 2)).toEqual([
    'game:eu:s1:hero:1',
    'game:eu:s1:hero:4',
  ])
})

test('[S9.03] a folder of more than 20,000 keys lists so many and tells how many there are', async () => {
  await world.fill(20_050, (at) => `big:${at}`)
  const page = await world.open()
  await page.ask('scan', SCAN)
  await reached(page, 'drained')
  const rows = await page.ask('rows', { scan: 1, prefix: 'big:', from: 19_999, count: 10 })
  expect(rows).toMatchObject({ rows: [{ key: 'big:19999' }], total: 20_050, listed: 20_000, isCut: true })
})

test('a quick scan waits when it has what was asked for, and goes on when told to', async () => {
  await world.fill(5_000, (at) => `k${at}`)
  const page = await world.open()
  await page.ask('scan', { ...SCAN, mode: 'quick', load: 300 })
  const loaded = await reached(page, 'loaded')
  expect(loaded.matched).toBeGreaterThanOrEqual(300)
  expect(loaded.matched).toBeLessThan(1_500)
  await page.ask('more', { scan: 1 })
  await expect.poll(() => latest(page)!.matched).toBeGreaterThanOrEqual(loaded.matched + 300)
  await reached(page, 'loaded')
  await page.ask('all', { scan: 1 })
  expect((await reached(page, 'drained')).matched).toBe(5_000)
})

test('a paused scan sends nothing more until it is resumed', async () => {
  await world.fill(20_000, (at) => `k:${at}`)
  const go = Promise.withResolvers<void>()
  world.held = go.promise
  const page = await world.open()
  await page.ask('scan', SCAN)
  await expect.poll(() => world.scansSent).toBe(2)
  expect(await page.ask('pause', { scan: 1 })).toMatchObject({ state: 'paused' })
  go.resolve()
  // What was on its way comes in.
  await expect
    .poll(() => latest(page)!)
    .toMatchObject({ state: 'paused', matched: expect.toSatisfy((keys: number) => keys > 300) })
  expect(world.scansSent).toBe(2)
  expect(await page.ask('resume', { scan: 1 })).toMatchObject({ state: 'running' })
  expect(await reached(page, 'drained')).toMatchObject({ matched: 20_000 })
})

test('[S4.11] closing the list ends its scan', async () => {
  await world.fill(20_000, (at) => `k:${at}`)
  const go = Promise.withResolvers<void>()
  world.held = go.promise
  const page = await world.open()
  await page.ask('scan', SCAN)
  await expect.poll(() => world.scansSent).toBe(2)
  await page.leave()
  const other = await world.open()
  const before = world.scansSent
  go.resolve()
  await other.ask('scan', { ...SCAN, pattern: 'k:7' })
  await reached(other, 'drained')
  expect(world.scansSent).toBe(before)
})

test('a page is told how the way to Redis is', async () => {
  const page = await world.open()
  world.tellLink({ state: 'reconnecting', attempt: 2, error: new AppError(redisErrors.redis_scan_over) })
  world.tellLink({ state: 'ready', attempt: 0, error: null })
  await expect
    .poll(() => page.events)
    .toEqual([
      {
        kind: 'link',
        state: 'reconnecting',
        attempt: 2,
        code: 'redis_scan_over',
        msg: 'This scan is over. Scan again.',
      },
      { kind: 'link', state: 'ready', attempt: 0, code: '', msg: '' },
    ])
})

test('a cancelled scan sends nothing more and keeps its rows', async () => {
  await world.fill(5_000, (at) => `k:${at}`)
  const page = await world.open()
  await page.ask('scan', { ...SCAN, mode: 'quick', load: 200 })
  await reached(page, 'loaded')
  const asked = world.sent.length
  expect(await page.ask('cancel', { scan: 1 })).toMatchObject({ state: 'cancelled' })
  expect(await page.ask('all', { scan: 1 })).toMatchObject({ state: 'cancelled' })
  expect(world.sent).toHaveLength(asked)
  expect((await rowsOf(page)).rows).toMatchObject([{ prefix: 'k:', count: 'soFar' }])
})

test('a pattern without signs asks for that one key and never scans', async () => {
  await world.fill(100, (at) => `k${at}`)
  await world.client.set('a*b', '1')
  const page = await world.open()
  await page.ask('scan', { ...SCAN, pattern: 'k7' })
  expect(await reached(page, 'drained')).toMatchObject({ matched: 1 })
  await page.ask('scan', { ...SCAN, pattern: 'a\\*b' })
  expect(await reached(page, 'drained', 2)).toMatchObject({ matched: 1 })
  await page.ask('scan', { ...SCAN, pattern: 'k7', type: 'hash' })
  expect(await reached(page, 'drained', 3)).toMatchObject({ matched: 0 })
  expect(world.sent.some(([name]) => name === 'SCAN')).toBe(false)
  await expect(rowsOf(page, '', 1)).rejects.toThrow('redis_scan_over')
})

test('only keys of a type, by the server or asked one by one, and those without a name', async () => {
  await world.fill(300, (at) => `s${at}`)
  await world.client.hset('h1', 'f', '1')
  await world.client.zadd('z1', 1, 'm')
  const page = await world.open()
  await page.ask('scan', { ...SCAN, type: 'hash' })
  await reached(page, 'drained')
  expect(brief(await rowsOf(page))).toEqual(['h1'])
  expect(world.sent.filter(([name]) => name === 'SCAN').every((args) => args.includes('TYPE'))).toBe(true)
  await page.ask('scan', { ...SCAN, type: 'other' })
  expect(await reached(page, 'drained', 2)).toMatchObject({ matched: 0 })
  // A server that takes no TYPE after all is asked for each key.
  world.isBroken = (args) =>
    args.includes('TYPE') && args[0] === 'SCAN' ? new Error('ERR syntax error') : null
  await page.ask('scan', { ...SCAN, type: 'zset' })
  await reached(page, 'drained', 3)
  expect(brief(await rowsOf(page, '', 3))).toEqual(['z1'])
})

test('somebody who may read some prefixes sees only keys of those that fit the pattern, too', async () => {
  await world.fill(20, (at) => `game:eu:${at}`)
  await world.fill(20, (at) => `game:us:${at}`)
  await world.fill(20, (at) => `mail:${at}`)
  world.readable = ['game:eu:*', 'mail:*']
  const page = await world.open()
  await page.ask('scan', SCAN)
  // How many others there are is nothing they learn.
  const drained = await reached(page, 'drained')
  expect(drained).toMatchObject({ matched: 40, total: null, examined: 40, nodes: [] })
  expect(brief(await rowsOf(page))).toEqual(['game: 20 exact', 'mail: 20 exact'])
  await page.ask('scan', { ...SCAN, pattern: '*1' })
  await reached(page, 'drained', 2)
  expect(brief(await rowsOf(page, 'game:eu:', 2))).toEqual(['game:eu:1', 'game:eu:11'])
  await page.ask('scan', { ...SCAN, pattern: 'game:us:*' })
  expect(await reached(page, 'drained', 3)).toMatchObject({ matched: 0, examined: 0 })
  await page.ask('scan', { ...SCAN, pattern: 'game:us:1' })
  expect(await reached(page, 'drained', 4)).toMatchObject({ matched: 0 })
})

test('what was found is shown no more when rights or connection become others', async () => {
  await world.fill(20, (at) => `game:us:${at}`)
  const page = await world.open()
  await page.ask('scan', SCAN)
  await reached(page, 'drained')
  world.tellLink({ state: 'lost', attempt: 0, error: new AppError(redisErrors.redis_connection_changed) })
  await expect(rowsOf(page)).rejects.toThrow('redis_scan_over')
  await page.ask('scan', SCAN)
  await reached(page, 'drained', 2)
  expect(brief(await rowsOf(page, '', 2))).toEqual(['game: 20 exact'])
})

test('where SCAN is closed the scan says so, and a key is still found by its name', async () => {
  const page = await world.open()
  world.isBroken = (args) =>
    args[0] === 'SCAN' ? new Error("NOPERM this user has no permissions to run the 'scan' command") : null
  await page.ask('scan', SCAN)
  const failed = await reached(page, 'failed')
  expect(failed.code).toBe('redis_scan_disabled')
  expect(failed.msg).toContain('does not allow SCAN')
  expect(await page.ask('find', { key: 'k1' })).toMatchObject({ type: 'none' })
})

test('a scan asks again after a loss, and begins at 0 where the cursor may be of another process', async () => {
  await world.fill(5_000, (at) => `k${at}`)
  const page = await world.open()
  let losses = 0
  world.isBroken = (args) => {
    if (args[0] === 'INFO') return new Error('NOPERM')
    if (args[0] !== 'SCAN' || args[1] === '0' || losses > 0) return null
    losses += 1
    return new Error('CLUSTERDOWN the cluster is down')
  }
  await page.ask('scan', SCAN)
  expect(await reached(page, 'drained')).toMatchObject({ matched: 5_000, examined: 5_000 })
  expect(world.sent.filter(([name, cursor]) => name === 'SCAN' && cursor === '0')).toHaveLength(2)
})

test('a server that takes no cursor but 0 is not asked for ever', async () => {
  await world.fill(20_000, (at) => `k${at}`)
  const page = await world.open()
  world.isBroken = (args) => (args[0] === 'SCAN' && args[1] !== '0' ? new Error('ERR invalid cursor') : null)
  await page.ask('scan', SCAN)
  await reached(page, 'failed')
})

test('facts of keys read to sort them: a key the server closes to this user is told as such, beside the others', async () => {
  await world.client.mset('k1', '1', 'k2', '22')
  await world.client.pexpire('k2', 50_000)
  const page = await world.open()
  await page.ask('scan', SCAN)
  await reached(page, 'drained')
  await world.client.acl('SETUSER', 'default', 'resetkeys', '~k2')
  try {
    expect(await page.ask('facts', { keys: ['k1', 'k2'], withBytes: true, isBulk: true })).toEqual({
      list: [
        { key: 'k1', type: '', ttlMs: null, bytes: null },
        { key: 'k2', type: 'string', ttlMs: expect.any(Number), bytes: expect.any(Number) },
      ],
    })
  } finally {
    await world.client.acl('SETUSER', 'default', 'allkeys')
  }
})

const ttlScan = (ttl: object, more: object = {}) => ({ ...SCAN, ttl, ...more })

/** 600 keys that never end, 600 that end in an hour or more, 300 in about 50 s. */
async function fillWithEnds() {
  await world.fill(600, (at) => `keep:${at}`)
  await world.fill(600, (at) => `day:${at}`)
  await world.fill(300, (at) => `soon:${at}`)
  const pipeline = world.client.pipeline()
  for (let at = 0; at < 600; at += 1) pipeline.expire(`day:${at}`, 3_601 + at)
  for (let at = 0; at < 300; at += 1) pipeline.expire(`soon:${at}`, 50)
  await pipeline.exec()
}

test('only keys without an end, with one, or with one that is near; in a tree and in a list', async () => {
  await fillWithEnds()
  const page = await world.open()
  const found = async (scan: number, ttl: object, more: object = {}) => {
    await page.ask('scan', ttlScan(ttl, more))
    expect(await reached(page, 'drained', scan)).toMatchObject({ examined: 1_500, total: 1_500 })
    return brief(await rowsOf(page, '', scan))
  }
  expect(await found(1, { kind: 'none' })).toEqual(['keep: 600 exact'])
  expect(await found(2, { kind: 'some' })).toEqual(['day: 600 exact', 'soon: 300 exact'])
  expect(await found(3, { kind: 'within', seconds: 60 })).toEqual(['soon: 300 exact'])
  expect(await found(4, { kind: 'within', seconds: 40 })).toEqual([])
  expect(await found(5, { kind: 'within', seconds: 7_200 }, { pattern: 'day:*' })).toEqual(['day: 600 exact'])
  const list = await found(6, { kind: 'within', seconds: 60 }, { separators: [], type: 'string' })
  expect(list).toHaveLength(300)
  expect(list.every((key) => String(key).startsWith('soon:'))).toBe(true)
  await page.ask('scan', ttlScan({ kind: 'some' }, { pattern: 'keep:1' }))
  expect(await reached(page, 'drained', 7)).toMatchObject({ matched: 0 })
  await page.ask('scan', ttlScan({ kind: 'none' }, { pattern: 'keep:1' }))
  expect(await reached(page, 'drained', 8)).toMatchObject({ matched: 1 })
  await expect(page.ask('scan', ttlScan({ kind: 'within', seconds: 0 }))).rejects.toThrow('field_invalid')
})

test('a folder that is read again, and own new keys, are filtered by their time, too', async () => {
  await fillWithEnds()
  const page = await world.open()
  await page.ask('scan', ttlScan({ kind: 'some' }))
  await reached(page, 'drained')
  await world.client.persist('soon:1')
  await page.ask('load', { scan: 1, prefix: 'soon:' })
  expect(brief(await rowsOf(page))).toEqual(['day: 600 exact', 'soon: 299 exact'])
  await world.client.set('soon:new', '1', 'EX', 60)
  await world.client.set('soon:other', '1')
  await page.ask('touched', { scan: 1, added: ['soon:new', 'soon:other'], removed: [] })
  expect((await rowsOf(page)).rows[1]).toMatchObject({ prefix: 'soon:', keys: 300 })
})

test('a scan by time examines only what was asked for, and stops when it is cancelled', async () => {
  await world.fill(20_000, (at) => `k:${at}`)
  const page = await world.open()
  const held = Promise.withResolvers<void>()
  const asked: number[] = []
  world.onAll = async (commands) => {
    asked.push(commands.length)
    if (asked.length === 2) await held.promise
  }
  await page.ask('scan', ttlScan({ kind: 'some' }))
  await expect.poll(() => asked.length).toBe(2)
  // What waits for its answer does not count as examined.
  expect(latest(page)?.examined ?? 0).toBeLessThanOrEqual(asked[0]!)
  expect(await page.ask('cancel', { scan: 1 })).toMatchObject({ state: 'cancelled', matched: 0 })
  held.resolve()
  await page.ask('scan', ttlScan({ kind: 'none' }, { pattern: 'none:*' }))
  await reached(page, 'drained', 2)
  expect(asked).toHaveLength(2)
  expect(Math.max(...asked)).toBeLessThanOrEqual(500)
})

test('a key whose time the server closes to this user is left out, any other failure is told', async () => {
  await fillWithEnds()
  const page = await world.open()
  world.isBroken = (args) =>
    args[0] === 'PTTL' && String(args[1]) === 'soon:7'
      ? new AppError(redisErrors.redis_refused, {
          params: { words: 'NOPERM this user has no permissions to access one of the keys' },
        })
      : null
  await page.ask('scan', ttlScan({ kind: 'within', seconds: 60 }))
  expect(await reached(page, 'drained')).toMatchObject({ matched: 299 })
  world.isBroken = (args) =>
    args[0] === 'PTTL' ? new AppError(redisErrors.redis_refused, { params: { words: 'ERR no' } }) : null
  await page.ask('scan', ttlScan({ kind: 'some' }))
  expect(await reached(page, 'failed', 2)).toMatchObject({ code: 'redis_refused' })
})

test.each([
  { name: 'sq:[1]', other: 'sq:1' },
  { name: String.raw`back\slash`, other: 'backslash' },
  { name: 'what?', other: 'whatever' },
  { name: 'star*', other: 'star:1' },
])('[S1.05] a key named $name wins over the pattern of these signs', async ({ name, other }) => {
  await world.client.mset(name, '1', other, '1')
  const page = await world.open()
  await page.ask('scan', { ...SCAN, pattern: name, separators: [] })
  expect(await reached(page, 'drained')).toMatchObject({ isName: true, matched: 1 })
  expect(brief(await rowsOf(page))).toEqual([name])
  expect(world.scansSent).toBe(0)
  await page.ask('scan', { ...SCAN, pattern: name, isGlob: true, separators: [] })
  expect(await reached(page, 'drained', 2)).toMatchObject({ isName: false })
  await world.client.del(name)
  await page.ask('scan', { ...SCAN, pattern: name, separators: [] })
  expect(await reached(page, 'drained', 3)).toMatchObject({ isName: false })
})

test('a user who may neither TYPE nor PTTL nor EXISTS sees the keys, and finds one by its name', async () => {
  await world.client.set('plain', '1')
  const denied = (name: string) =>
    new AppError(redisErrors.redis_refused, {
      params: { words: `NOPERM this user has no permissions to run the '${name}' command` },
    })
  world.isBroken = ([name]) =>
    ['TYPE', 'PTTL', 'EXISTS'].includes(String(name)) ? denied(String(name).toLowerCase()) : null
  const page = await world.open()
  await page.ask('scan', { ...SCAN, pattern: 'plain' })
  expect(await reached(page, 'drained')).toMatchObject({ matched: 1 })
  const facts = { keys: ['plain'], withBytes: false }
  expect(await page.ask('facts', facts)).toEqual({
    list: [{ key: 'plain', type: '', ttlMs: null, bytes: null }],
  })
  world.isBroken = ([name]) => (name === 'PTTL' ? denied('pttl') : null)
  expect(await page.ask('find', { key: 'plain' })).toMatchObject({ type: 'string', ttlMs: null })
})
