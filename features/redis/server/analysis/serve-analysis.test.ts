import { AppError } from '@qd/contract-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { redisErrors } from '../../contract/index.ts'
import type {
  AnalysisFolders,
  AnalysisProgress,
  AnalysisReport,
  Comparison,
  KeptAnalysis,
  RedisBytes,
  TopKey,
} from '../../contract/index.ts'
import { KeysWorld } from '../testing/keys-world.ts'
import type { LivePage } from '../testing/live-page.ts'

const ALL = {
  pattern: '',
  type: '',
  share: 1,
  minBytes: 0,
  withElements: true,
  withFrequency: false,
  separators: [':'],
}

let world: KeysWorld
beforeAll(async () => {
  world = await KeysWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => world.clear())
afterEach(() => world.closePages())

const latest = (page: LivePage) =>
  (page.events.at(-1) as { progress: AnalysisProgress } | undefined)?.progress

const begin = (page: LivePage, options = {}) => page.ask<AnalysisProgress>('begin', { ...ALL, ...options })

/** Waits until the run is in a state. */
async function reached(page: LivePage, run: number, state: AnalysisProgress['state']) {
  await expect.poll(() => latest(page)).toMatchObject({ run, state })
  return latest(page)!
}

async function analysed(page: LivePage, options = {}) {
  const { run } = await begin(page, options)
  return reached(page, run, 'done')
}

const topOf = async (page: LivePage, run: number, by: 'bytes' | 'elements' | 'frequency' = 'bytes') =>
  (await page.ask<{ rows: TopKey[] }>('top', { run, by, from: 0, count: 500 })).rows
const reportOf = (page: LivePage, run: number) => page.ask<AnalysisReport>('report', { run })
const foldersOf = (page: LivePage, run: number, prefix: RedisBytes = '') =>
  page.ask<AnalysisFolders>('folders', { run, prefix })
const names = (rows: readonly TopKey[]) => rows.map(({ key }) => key)

async function fillGame() {
  const { client } = world
  await world.fill(500, (at) => `game:eu:${at}`)
  await client.set('blob', 'x'.repeat(2_000_000))
  await client.set('note', 'x'.repeat(20_000), 'EX', 600)
  await client.rpush('mail:list', ...Array.from({ length: 6_000 }, (_each, at) => `m${at}`))
  await client.hset('game:us:hero', 'name', 'Ann', 'level', '7')
  await client.expire('game:us:hero', 8 * 86_400)
}

test('a run measures every key: the largest, by prefix, by type, by time left and by size', async () => {
  await fillGame()
  const page = await world.open('redis.analysis')
  const done = await analysed(page)
  expect(done).toMatchObject({ matched: 504, measured: 504, examined: 504, total: 504, hasBytes: true })
  const sizes = await Promise.all(
    (await world.client.keys('*')).map(async (key) => (await world.client.memory('USAGE', key))!),
  )
  const bytes = sizes.reduce((sum, each) => sum + each, 0)
  const report = await reportOf(page, done.run)
  expect(report).toMatchObject({ keys: 504, bytes: { value: bytes, error: 0 } })
  expect(report.types.map(({ type, keys }) => [type, keys.value])).toEqual([
    ['string', 502],
    ['list', 1],
    ['hash', 1],
  ])
  expect(report.ttls.map(({ keys }) => keys.value)).toEqual([502, 1, 0, 0, 1, 0])
  expect(report.sizes.reduce((sum, { bytes: each }) => sum + each.value, 0)).toBe(bytes)
  expect(report.big).toMatchObject({
    strings: { value: 2 },
    largeStrings: { value: 1 },
    collections: { value: 1 },
  })
  const top = await topOf(page, done.run)
  expect(names(top).slice(0, 2)).toEqual(['blob', 'mail:list'])
  expect(top[0]).toMatchObject({ type: 'string', ttlMs: -1, elements: null })
  expect(await topOf(page, done.run, 'elements')).toMatchObject([
    { key: 'mail:list', elements: 6_000 },
    { key: 'game:us:hero', elements: 2 },
  ])
  const folders = await foldersOf(page, done.run)
  expect(folders.bytes.value).toBe(bytes)
  expect(folders.rows.map(({ prefix, keys, hasFolders }) => [prefix, keys, hasFolders])).toEqual([
    ['mail:', 1, false],
    ['game:', 501, true],
  ])
  expect(folders.own).toMatchObject({ keys: 2 })
  expect((await foldersOf(page, done.run, 'game:')).rows.map(({ prefix }) => prefix)).toEqual([
    'game:eu:',
    'game:us:',
  ])
  expect(await foldersOf(page, done.run, 'none:')).toMatchObject({ keys: 0, rows: [] })
})

test('a run of some keys counts only those, and the lists name no smaller ones than asked for', async () => {
  await fillGame()
  const page = await world.open('redis.analysis')
  const game = await analysed(page, { pattern: 'game:*', type: 'hash', minBytes: 0 })
  expect(await reportOf(page, game.run)).toMatchObject({ keys: 1, types: [{ type: 'hash' }] })
  const large = await analysed(page, { minBytes: 1_000_000, withElements: false })
  expect(names(await topOf(page, large.run))).toEqual(['blob'])
  expect(await topOf(page, large.run, 'elements')).toEqual([])
  expect(large.matched).toBe(504)
  await expect(reportOf(page, game.run)).rejects.toThrow('redis_scan_over')
})

test('a random share of the keys gives an estimate that says how sure it is', async () => {
  await world.fill(20_000, (at) => `k:${at % 10}:${at}`)
  const page = await world.open('redis.analysis')
  const done = await analysed(page, { share: 100, withElements: false })
  expect(done.matched).toBe(20_000)
  // Some 200: all of 20,000 throws of a die with 100 sides stay within these.
  expect(done.measured).toBeGreaterThan(60)
  expect(done.measured).toBeLessThan(500)
  const { bytes } = await reportOf(page, done.run)
  expect(bytes.value / 20_000).toBeGreaterThan(50)
  expect(bytes.value / 20_000).toBeLessThan(100)
  const { rows } = await foldersOf(page, done.run, 'k:')
  expect(rows.reduce((sum, { keys }) => sum + keys, 0)).toBe(20_000)
})

test('a run is paused, outlives its page and is cancelled with what it has', async () => {
  await world.fill(20_000, (at) => `k:${at}`)
  const go = Promise.withResolvers<void>()
  world.held = go.promise
  const page = await world.open('redis.analysis')
  const { run } = await begin(page)
  await expect.poll(() => world.scansSent).toBe(2)
  expect(await page.ask('pause', { run })).toMatchObject({ state: 'paused' })
  go.resolve()
  await page.leave()
  const again = await world.open('redis.analysis')
  const seen = await reached(again, run, 'paused')
  expect(seen.measured).toBeLessThan(20_000)
  expect(await again.ask('resume', { run })).toMatchObject({ state: 'running' })
  await reached(again, run, 'done')
  expect(latest(again)).toMatchObject({ matched: 20_000, measured: 20_000 })
  world.held = new Promise(() => undefined)
  const next = await begin(again)
  expect(next.run).toBeGreaterThan(run)
  expect(await again.ask('cancel', { run: next.run })).toMatchObject({ state: 'cancelled' })
  expect((await reportOf(again, next.run)).keys).toBeLessThan(20_000)
})

test('somebody who may read some keys analyses those, and learns no other numbers', async () => {
  await fillGame()
  world.readable = ['game:us:*', 'mail:*']
  const page = await world.open('redis.analysis')
  const done = await analysed(page)
  expect(done).toMatchObject({ matched: 2, examined: 2, total: null })
  expect(names(await topOf(page, done.run)).toSorted()).toEqual(['game:us:hero', 'mail:list'])
  expect(await foldersOf(page, done.run)).toMatchObject({ keys: 2, own: { keys: 0 } })
  // Rights that become others end what was found with the old ones.
  world.readable = ['mail:*']
  await expect(reportOf(page, done.run)).rejects.toThrow('redis_scan_over')
  const next = await analysed(page)
  world.tellLink({ state: 'lost', attempt: 0, error: new AppError(redisErrors.redis_rights_changed) })
  await expect(topOf(page, next.run)).rejects.toThrow('redis_scan_over')
})

test('without MEMORY USAGE lengths are told and bytes are unknown', async () => {
  await fillGame()
  world.isBroken = (args) =>
    args[0] === 'MEMORY'
      ? new Error("NOPERM this user has no permissions to run the 'memory|usage' command")
      : null
  const page = await world.open('redis.analysis')
  const done = await analysed(page, { withElements: false })
  expect(done).toMatchObject({ hasBytes: false, measured: 504 })
  expect(await topOf(page, done.run)).toEqual([])
  expect(names(await topOf(page, done.run, 'elements')).slice(0, 2)).toEqual(['blob', 'note'])
  const report = await reportOf(page, done.run)
  expect(report.types.map(({ type, keys }) => `${type} ${keys.value}`).toSorted()).toEqual([
    'hash 1',
    'list 1',
    'string 502',
  ])
})

test('how often keys are used is told under LFU, and why not otherwise', async () => {
  await world.fill(50, (at) => `k${at}`)
  const page = await world.open('redis.analysis')
  expect(await analysed(page, { withFrequency: true })).toMatchObject({ frequency: 'notLfu', measured: 50 })
  await world.client.config('SET', 'maxmemory-policy', 'allkeys-lfu')
  try {
    await world.client.flushall()
    await world.fill(50, (at) => `k${at}`)
    await world.client.set('hot', 'fire')
    for (let times = 0; times < 200; times += 1) await world.client.get('hot')
    const done = await analysed(page, { withFrequency: true })
    expect(done.frequency).toBe('known')
    expect(names(await topOf(page, done.run, 'frequency'))[0]).toBe('hot')
  } finally {
    await world.client.config('SET', 'maxmemory-policy', 'noeviction')
  }
})

test('a loss while keys are measured is asked again, and what cannot be helped is told', async () => {
  await world.fill(300, (at) => `k${at}`)
  const page = await world.open('redis.analysis')
  let losses = 0
  world.isBroken = (args) => {
    if (args[0] !== 'TYPE' || losses > 0) return null
    losses += 1
    return new Error('CLUSTERDOWN the cluster is down')
  }
  expect(await analysed(page)).toMatchObject({ measured: 300, matched: 300 })
  world.isBroken = (args) => (args[0] === 'SCAN' ? new Error('NOPERM no SCAN') : null)
  const { run } = await begin(page)
  expect(await reached(page, run, 'failed')).toMatchObject({ code: 'redis_scan_disabled' })
})

const keptOf = async (page: LivePage) => (await page.ask<{ list: KeptAnalysis[] }>('kept', {})).list
const compared = (page: LivePage, before: string, after: string, from = 0) =>
  page.ask<Comparison>('compare', { before, after, from })

test('two results are compared by total, type and prefix, the largest change first, also from a new page', async () => {
  await fillGame()
  const page = await world.open('redis.analysis')
  await analysed(page)
  await world.client.del('mail:list')
  await world.client.set('log:1', 'x'.repeat(100_000))
  await world.client.hset('game:us:hero', 'bag', 'x'.repeat(5_000))
  await analysed(page)
  await page.leave()
  const again = await world.open('redis.analysis')
  const [after, before] = await keptOf(again)
  expect([after!.by, before!.by]).toEqual(['ann', 'ann'])
  const result = await compared(again, before!.id, after!.id)
  expect(result).toMatchObject({ before, after, total: 5 })
  expect(before).toMatchObject({ keys: 504 })
  expect(result.after.bytes.value).not.toBe(result.before.bytes.value)
  expect(result.folders.map(({ prefix }) => prefix)).toEqual([
    'log:',
    'mail:',
    'game:',
    'game:us:',
    'game:eu:',
  ])
  const [log, mail, , us] = result.folders
  expect(log).toMatchObject({ before: { keys: { value: 0 } }, after: { keys: { value: 1 } } })
  expect(log!.after!.bytes.value).toBe(await world.client.memory('USAGE', 'log:1'))
  expect(mail).toMatchObject({ after: { bytes: { value: 0 } } })
  expect(us!.after!.bytes.value - us!.before!.bytes.value).toBeGreaterThan(5_000)
  expect(result.types.map(({ type }) => type)).toEqual(['string', 'list', 'hash'])
  expect(result.types[1]).toMatchObject({ before: { keys: { value: 1 } }, after: { keys: { value: 0 } } })
})

test('a comparison comes in parts, and a list that was cut does not call a folder new', async () => {
  await world.fill(2_100, (at) => `k${at % 700}:${at % 3}:x`)
  const page = await world.open('redis.analysis')
  await analysed(page)
  await world.client.set('k0:0:x', 'x'.repeat(10_000))
  await world.client.set('new:x', 'x'.repeat(50_000))
  await analysed(page)
  const [after, before] = await keptOf(page)
  const first = await compared(page, before!.id, after!.id)
  expect(first.folders).toHaveLength(500)
  expect(first.folders[0]).toMatchObject({ prefix: 'new:', before: null })
  const rows = [...first.folders]
  while (rows.length < first.total) {
    rows.push(...(await compared(page, before!.id, after!.id, rows.length)).folders)
  }
  expect(new Set(rows.map(({ prefix }) => prefix)).size).toBe(first.total)
  expect(first.total).toBeGreaterThanOrEqual(2_000)
})

test('who may read other keys sees neither these results nor their numbers', async () => {
  await fillGame()
  const page = await world.open('redis.analysis')
  await analysed(page)
  const [whole] = await keptOf(page)
  world.readable = ['mail:*']
  const narrow = await world.open('redis.analysis')
  expect(await keptOf(narrow)).toEqual([])
  await expect(compared(narrow, whole!.id, whole!.id)).rejects.toThrow('redis_analysis_not_found')
  await analysed(narrow)
  expect(await keptOf(narrow)).toMatchObject([{ keys: 1 }])
  world.readable = null
  expect((await keptOf(page)).map(({ id }) => id)).toEqual([whole!.id])
})

test('ten results of a person are kept for thirty days, of whole runs only', async () => {
  const page = await world.open('redis.analysis')
  for (let at = 0; at < 11; at += 1) {
    await world.client.set(`k${at}`, '1')
    await analysed(page)
  }
  expect((await keptOf(page)).map(({ keys }) => keys)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  world.held = new Promise(() => undefined)
  await world.fill(20_000, (at) => `m:${at}`)
  const { run } = await begin(page)
  await page.ask('cancel', { run })
  expect(await keptOf(page)).toHaveLength(10)
  world.nowMs += 30 * 86_400_000
  expect(await keptOf(page)).toEqual([])
})
