import { AppError } from '@qd/contract-kit'
import { recordingJobs } from '@qd/app-server/testing'
import type { LineRecord } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { redisErrors, redisResource } from '../../contract/index.ts'
import type { ConnectionInfo, OwnDatabase } from '../guard/redis-database.ts'
import { ScanBudgets } from '../scan/scan-budget.ts'
import { plainDatabase } from '../testing/plain-database.ts'
import { serveKeyJobs } from './serve-key-jobs.ts'

const line = aServer()
const production = aServer({
  lineId: 'harbour-prod',
  operator: 'harbour',
  environment: 'production',
  sId: 11,
})
const texts = new URL('../../contract/locales/', import.meta.url)
const EDIT = ['redis.redis.read', 'redis.redis.edit']
const lineOf = ({ game, operator, lineId, environment }: typeof line): LineRecord => ({
  game,
  operator,
  lineId,
  environment,
  lineCode: lineId,
  name: lineId,
  channels: [],
})
const lines = new Map([line, production].map((each) => [each.lineId, lineOf(each)]))

let [server, other] = [] as unknown as [TestRedis, TestRedis]
let store: Store<never>
const opened: OwnDatabase[] = []
let redis: Redis
let second: Redis
beforeAll(async () => {
  ;[server, other, store] = await Promise.all([
    startRedis(),
    startRedis(),
    openStoreForTest<never>('sqlite', []),
  ])
  redis = new Redis({ port: server.port, host: '127.0.0.1' })
  second = new Redis({ port: other.port, host: '127.0.0.1' })
})
beforeEach(async () => {
  await Promise.all([redis.flushall(), second.flushall()])
})
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})
afterAll(async () => {
  redis.disconnect()
  second.disconnect()
  await Promise.all([server.stop(), other.stop(), store.close()])
})

interface Answer {
  http: number
  body: { err?: { code: string; field?: string } }
}
const codeOf = ({ http, body }: Answer) => `${http} ${body.err?.code ?? 'ok'} ${body.err?.field ?? ''}`.trim()

let count = 0

function desk(of: Partial<ConnectionInfo> & { change?: (database: OwnDatabase) => OwnDatabase } = {}) {
  const jobs = recordingJobs(store)
  const kept: string[] = []
  const { change = (database) => database, ...info } = of
  const parts = serveKeyJobs({
    budgets: new ScanBudgets(),
    jobs: jobs.port,
    catalogue: () => ({ lines: [...lines.values()], lineById: lines }),
    databases: {
      async of(_asking, { connectionId, db, lineId }) {
        if (connectionId === 'none') throw new AppError(redisErrors.redis_connection_not_found)
        const { port } = connectionId === 'other' ? other : server
        const plain = plainDatabase(
          port,
          { id: connectionId, lineId, name: `c-${connectionId}`, ...info },
          db,
        )
        opened.push(plain)
        return change({ ...plain, mayEdit: () => info.readOnly !== true })
      },
    },
    keep: async (_database, key, { action, by }) => kept.push(`${by} ${action} ${String(key)}`),
  })
  const app = createTestApp({
    features: [{ name: 'redis', resources: [redisResource], texts, ...parts }],
    scope: fixedScope([line, production]),
    store,
  })
  const speak = (codes = EDIT, scope = '*') => {
    const user = app.as(aCaller('ann', [{ scope, environment: '*', codes }]))
    return (call: string, body: object) =>
      user.post<{ keys: number; jobId: string }>(`/adjust/redis/${call}`, {
        lineId: line.lineId,
        connectionId: 'first',
        db: 0,
        ...(call === 'keys/start' ? { idempotencyKey: `keys-job-${(count += 1)}`, reason: 'test' } : {}),
        ...body,
      })
  }
  /** Starts a job and works on all of its rows. */
  const work = async (selection: object, action: object) => {
    const started = await speak()('keys/start', { selection, action })
    expect(codeOf(started)).toBe('200 ok')
    const job = jobs.ordered.at(-1)!
    const { outcomes } = await jobs.runChunk(parts.jobs, job)
    return job.rows.map(({ key }, at) => `${key} ${outcomes[at]!.status} ${outcomes[at]!.code ?? ''}`.trim())
  }
  return { app, jobs, parts, speak, work, kept }
}

test('keys that are named are deleted, kept in the bin, and those that are gone are skipped', async () => {
  const { work, kept, app } = desk()
  await redis.mset({ a: 1, b: 2, c: 3 })
  await redis.set(Buffer.from([0, 255]), 'x')
  const keys = ['a', 'gone', { base64: Buffer.from([0, 255]).toString('base64') }]
  expect(await work({ kind: 'keys', keys }, { kind: 'delete' })).toEqual([
    'a done',
    'gone skipped',
    '0x00ff done',
  ])
  expect((await redis.keys('*')).toSorted()).toEqual(['b', 'c'])
  expect(kept[0]).toBe('ann deleted a')
  await app.close()
})

test('all below a prefix, letter by letter: signs of patterns mean themselves', async () => {
  const { work, speak, app } = desk()
  const pipeline = redis.pipeline()
  for (let at = 0; at < 2_500; at += 1) pipeline.set(`s[1]*:${at}`, 'x')
  await pipeline.set('s1x:1', 'x').set('s[1]:1', 'x').exec()
  const selection = { kind: 'prefix', prefix: 's[1]*:' }
  const preview = (await speak()('keys/preview', { selection })).body.data as unknown as { sample: string[] }
  expect(preview).toMatchObject({ keys: 2_500, isExact: true, isKept: false })
  expect(preview.sample).toHaveLength(20)
  const worked = await work(selection, { kind: 'delete' })
  expect(worked).toHaveLength(2_500)
  expect((await redis.keys('*')).toSorted()).toEqual(['s1x:1', 's[1]:1'])
  await app.close()
})

test('the time to live of what a pattern finds is set and removed', async () => {
  const { work, app } = desk()
  await redis.mset({ 'k:1': 1, 'k:2': 2, other: 3 })
  const selection = { kind: 'pattern', pattern: 'k:*' }
  expect((await work(selection, { kind: 'expire', seconds: 500 })).toSorted()).toEqual([
    'k:1 done',
    'k:2 done',
  ])
  expect(await redis.ttl('k:1')).toBeGreaterThan(400)
  expect(await redis.ttl('other')).toBe(-1)
  await work(selection, { kind: 'persist' })
  expect(await redis.ttl('k:1')).toBe(-1)
  expect((await work(selection, { kind: 'persist' })).toSorted()).toEqual(['k:1 skipped', 'k:2 skipped'])
  await app.close()
})

test('keys are copied and moved to another server with their end, by what is said about those there', async () => {
  const { work, kept, app } = desk()
  await redis.hset('h', 'f', 'v')
  await redis.set('s', 'new', 'PX', 90_000)
  await second.select(2)
  await second.set('s', 'old')
  const keys = { kind: 'keys', keys: ['h', 's', 'gone'] }
  const to = { lineId: line.lineId, connectionId: 'other', db: 2 }
  expect(await work(keys, { kind: 'copy', to, conflict: 'skip' })).toEqual([
    'h done',
    's skipped redis_key_exists',
    'gone skipped redis_key_not_found',
  ])
  expect(await work(keys, { kind: 'copy', to, conflict: 'fail' })).toMatchObject([
    expect.stringMatching(/^h failed/),
    expect.stringMatching(/^s failed/),
    expect.stringMatching(/^gone skipped/),
  ])
  expect([await second.get('s'), await redis.exists('h', 's')]).toEqual(['old', 2])
  await work(keys, { kind: 'move', to, conflict: 'replace' })
  expect(kept).toContain('ann overwritten s')
  expect([await second.get('s'), await second.hget('h', 'f'), await redis.dbsize()]).toEqual(['new', 'v', 0])
  expect(await second.pttl('s')).toBeGreaterThan(60_000)
  await second.select(0)
  await app.close()
})

test('keys are duplicated below another prefix of their own database', async () => {
  const { work, speak, app } = desk()
  await redis.mset({ 'a:1': 1, 'a:2': 2 })
  const to = { lineId: line.lineId, connectionId: 'first', db: 0 }
  const selection = { kind: 'prefix', prefix: 'a:' }
  await work(selection, { kind: 'copy', to, conflict: 'skip', prefix: 'backup:' })
  expect((await redis.keys('*')).toSorted()).toEqual(['a:1', 'a:2', 'backup:1', 'backup:2'])
  const onto = await speak()('keys/start', { selection, action: { kind: 'copy', to, conflict: 'skip' } })
  expect(codeOf(onto)).toBe('422 redis_copy_onto_itself action.prefix')
  const one = { kind: 'keys', keys: ['a:1'] }
  await work(one, { kind: 'copy', to, conflict: 'fail', name: 'a:one' })
  expect(await redis.get('a:one')).toBe('1')
  const start = async (chosen: object, name: string) =>
    codeOf(
      await speak()('keys/start', {
        selection: chosen,
        action: { kind: 'copy', to, conflict: 'skip', name },
      }),
    )
  expect(await start(one, 'a:1')).toBe('422 redis_copy_onto_itself action.name')
  expect(await start(selection, 'b')).toBe('400 field_invalid action.name')
  await app.close()
})

test('a key that is refused fails alone; a server that is away, or asks for its password, pauses the job', async () => {
  await redis.mset({ a: 1, b: 2 })
  const refused = new AppError(redisErrors.redis_key_forbidden)
  const guarded = desk({
    change: (database) => ({
      ...database,
      runAll: async () => Promise.reject(refused),
      run: (args, options) =>
        String(args[1]) === 'a' ? Promise.reject(refused) : database.run(args, options),
    }),
  })
  const keys = { kind: 'keys', keys: ['a', 'b'] }
  expect(await guarded.work(keys, { kind: 'delete' })).toEqual(['a failed redis_key_forbidden', 'b done'])
  await guarded.app.close()
  const away = new AppError(redisErrors.redis_unreachable)
  const lost = desk({ change: (database) => ({ ...database, runAll: async () => Promise.reject(away) }) })
  await lost.speak()('keys/start', { selection: keys, action: { kind: 'delete' } })
  const job = lost.jobs.ordered[0]!
  await expect(lost.jobs.runChunk(lost.parts.jobs, job)).rejects.toMatchObject({ why: 'server_down' })
  await lost.app.close()
  const unopened = new AppError(redisErrors.redis_password_needed)
  const asked = desk({
    change: (database) => ({ ...database, runAll: async () => Promise.reject(unopened) }),
  })
  await asked.speak()('keys/start', { selection: keys, action: { kind: 'delete' } })
  await expect(asked.jobs.runChunk(asked.parts.jobs, asked.jobs.ordered[0]!)).rejects.toMatchObject({
    why: 'password_needed',
  })
  await asked.app.close()
})

test('the owner whose right at the other line is gone copies nothing more', async () => {
  const { speak, jobs, parts, app } = desk()
  await redis.set('a', 1)
  const to = { lineId: production.lineId, connectionId: 'other', db: 0 }
  const body = { selection: { kind: 'keys', keys: ['a'] }, action: { kind: 'copy', to, conflict: 'fail' } }
  const near = speak(EDIT, 'lantern/northwind')
  expect(codeOf(await near('keys/start', body))).toBe('403 scope_forbidden action.to.lineId')
  expect(codeOf(await speak()('keys/start', body))).toBe('428 confirm_required confirm')
  expect(codeOf(await speak()('keys/start', { ...body, confirm: 'c-other' }))).toBe('200 ok')
  const job = jobs.ordered[0]!
  const caller = aCaller('ann', [{ scope: 'lantern/northwind', environment: '*', codes: EDIT }])
  await expect(jobs.runChunk(parts.jobs, job, { caller })).rejects.toMatchObject({ why: 'rights_lost' })
  expect(await second.exists('a')).toBe(0)
  await app.close()
})

test('starting needs login, permission, line, keys, and a connection that may be written', async () => {
  const { app, speak } = desk()
  await redis.set('a', 1)
  const body = { selection: { kind: 'keys', keys: ['a'] }, action: { kind: 'delete' } }
  const at = { lineId: line.lineId, connectionId: 'first', db: 0 }
  const url = '/adjust/redis/keys/start'
  const whole = { ...at, ...body, idempotencyKey: 'keys-job-0' }
  expect(codeOf(await app.anonymous.post(url, whole))).toMatch(/^401/)
  expect(codeOf(await speak(['redis.redis.read'])('keys/start', body))).toMatch(/^403 forbidden/)
  expect(codeOf(await speak(['redis.redis.read'])('keys/preview', body))).toMatch(/^40[03]/)
  expect(codeOf(await speak(EDIT, 'lantern/harbour')('keys/start', body))).toMatch(/^403 scope_forbidden/)
  const nothing = { ...body, selection: { kind: 'pattern', pattern: 'nothing:*' } }
  expect(codeOf(await speak()('keys/start', nothing))).toBe('422 redis_no_keys selection')
  const foreign = { ...body, connectionId: 'none' }
  expect(codeOf(await speak()('keys/start', foreign))).toMatch(/^404 redis_connection_not_found/)
  const wrong = { ...body, action: { kind: 'expire', seconds: 0 } }
  expect(codeOf(await speak()('keys/start', wrong))).toMatch(/^400 field_invalid/)
  const readOnly = desk({ readOnly: true })
  expect(codeOf(await readOnly.speak()('keys/start', body))).toMatch(/^403 redis_read_only/)
  await readOnly.app.close()
  await app.close()
})

test('who may change some keys alone starts no job', async () => {
  const { app } = desk()
  const resource = { kind: 'redis', pattern: 'first/0/session:*' }
  const user = app.as(aCaller('narrowed', [{ scope: '*', environment: '*', codes: EDIT, resource }]))
  const answer = await user.post('/adjust/redis/keys/start', {
    lineId: line.lineId,
    connectionId: 'first',
    db: 0,
    selection: { kind: 'prefix', prefix: 'session:' },
    action: { kind: 'delete' },
    idempotencyKey: 'keys-job-narrowed',
  })
  expect(codeOf(answer)).toBe('403 forbidden')
  await app.close()
})

test('a database is emptied by who types the name of its connection, wherever it is', async () => {
  const { app, speak } = desk()
  await redis.mset({ a: 1, b: 2 })
  const codes = [...EDIT, 'redis.redis.dangerous']
  expect(codeOf(await speak()('database/flush', { confirm: 'c-first' }))).toMatch(/^403 forbidden/)
  const bare = await speak(codes)('database/flush', { confirm: 'first' })
  expect(codeOf(bare)).toMatch(/^428 confirm_required confirm/)
  expect(await redis.dbsize()).toBe(2)
  const done = await speak(codes)('database/flush', { confirm: 'c-first', reason: 'test' })
  expect(done.body.data).toEqual({ keys: 2 })
  expect(await redis.dbsize()).toBe(0)
  await app.close()
})
