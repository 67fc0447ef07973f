import { AppError } from '@qd/contract-kit'
import { recordingJobs } from '@qd/app-server/testing'
import type { MadePart } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TRANSFER_FORMATS, redisErrors, redisResource } from '../../contract/index.ts'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { ScanBudgets } from '../scan/scan-budget.ts'
import { plainLink } from '../testing/plain-link.ts'
import { exportFileId } from './export-files.ts'
import { serveTransfer } from './serve-transfer.ts'

const line = aServer()
const foreign = aServer({ game: 'tides', operator: 'harbour', lineId: 'tides-dev', sId: 900 })
const texts = new URL('../../contract/locales/', import.meta.url)
const READ = ['redis.redis.read']
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)

let server: TestRedis
let redis: Redis
let store: Store<never>
const links: { close(): void }[] = []
beforeAll(async () => {
  ;[server, store] = await Promise.all([startRedis(), openStoreForTest<never>('sqlite', [])])
  redis = new Redis({ port: server.port, host: '127.0.0.1' })
})
beforeEach(() => redis.flushall())
afterEach(() => {
  for (const link of links.splice(0)) link.close()
})
afterAll(async () => {
  redis.disconnect()
  await Promise.all([server.stop(), store.close()])
})

const notFound = () => new AppError(redisErrors.redis_key_not_found)
/** As the files of another feature say it. */
const busy = () => new AppError({ ...redisErrors.redis_key_not_found, code: 'file_part_busy' })

/** The calls behind the real guard, with files that are kept in memory as the port promises it. */
function desk() {
  const jobs = recordingJobs(store)
  const files = new Map<string, { owner: string; name: string; text: string; isDone: boolean }>()
  const parts: MadePart[] = []
  let isAway = false
  let broken: (args: readonly unknown[]) => Error | null = () => null
  let busyTimes = 0
  const served = serveTransfer({
    budgets: new ScanBudgets(),
    jobs: jobs.port,
    catalogue: () => ({ lines: [], lineById: new Map() }),
    kept: 2_000,
    files: {
      async open({ userId }, fileId) {
        const file = files.get(fileId)
        if (file?.owner !== userId || !file.isDone) throw notFound()
        const bytes = Buffer.from(file.text)
        return {
          id: fileId,
          name: file.name,
          size: bytes.length,
          sha256: '',
          async *pieces() {
            for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
          },
          async *lines() {},
        }
      },
      async write({ userId }, part) {
        busyTimes -= 1
        if (busyTimes >= 0) throw busy()
        const { fileId, isFirst, isLast, name } = part
        const before = files.get(fileId)
        if (before?.isDone === true) return null
        if (before === undefined && !isFirst) throw notFound()
        parts.push(part)
        let text = before?.text ?? ''
        for await (const piece of part.pieces) text += piece
        return { commit: async () => void files.set(fileId, { owner: userId, name, text, isDone: isLast }) }
      },
    },
    databases: {
      async of(asking, { lineId, db }) {
        if (isAway) throw new AppError(redisErrors.redis_unreachable, { params: { at: 'x', reason: 'down' } })
        const plain = plainLink(server.port, db)
        links.push(plain)
        const link: typeof plain = {
          ...plain,
          async send(args) {
            const error = broken(args)
            if (error !== null) throw error
            return plain.send(args)
          },
        }
        const connection = {
          id: 'first',
          name: 'first',
          mode: 'standalone' as const,
          readOnly: true,
          separators: [':'],
          scanBudget: 1_000_000,
          timeoutMs: 5_000,
          isCluster: false,
          isClusterNode: false,
          version: '7.0.15',
        }
        return new GuardedDatabase({ asking, link, log, connection: { ...connection, lineId } })
      },
    },
  })
  const app = createTestApp({
    features: [{ name: 'redis', resources: [redisResource], texts, ...served }],
    scope: fixedScope([line, foreign]),
    store,
  })
  const ann = aCaller('ann', [{ scope: 'lantern', environment: '*', codes: READ }])
  const at = { lineId: line.lineId, connectionId: 'first', db: 0 }
  const post = <T>(call: string, body: object, as = ann) =>
    app.as(as).post<T>(`/adjust/redis/keys/${call}`, { ...at, ...body })
  let orders = 0
  /** The order of an export that was begun. */
  async function begun(order: object = {}) {
    const started = await post<{ jobId: string; keys: number }>('export/start', {
      format: 'jsonl',
      selection: { kind: 'pattern', pattern: '*' },
      idempotencyKey: `export-job-${(orders += 1)}`,
      ...order,
    })
    expect(started.raw).toContain('"jobId"')
    const job = jobs.ordered.at(-1)!
    if (job.rows.length === 0) await jobs.prepare(served.jobs, job)
    return { job, ...started.body.data, rows: jobs.rowsOf(job) }
  }
  const run = (of: Awaited<ReturnType<typeof begun>>, from = 0, to = Infinity) =>
    jobs.run(served.jobs, of.job, { rows: of.rows.slice(from, to) })
  const file = (jobId: string, more: object = {}, as = ann) =>
    app.as(as).post('/adjust/redis/keys/export/file', { lineId: line.lineId, jobId, ...more })
  return {
    app,
    ann,
    at,
    post,
    begun,
    run,
    file,
    files,
    parts,
    jobs,
    served,
    set: (change: { away?: boolean; broken?: typeof broken; busyTimes?: number }) => {
      isAway = change.away ?? isAway
      broken = change.broken ?? broken
      busyTimes = change.busyTimes ?? busyTimes
    },
  }
}

async function fill(count: number): Promise<void> {
  const pipeline = redis.pipeline()
  for (let at = 0; at < count; at += 1) pipeline.set(`k:${String(at).padStart(4, '0')}`, `value ${at}`)
  pipeline.rpush('list', 'a', 'b').hset('hash', 'f', 'v').set('灯', 'ü', 'PX', 600_000)
  await pipeline.exec()
}

const sorted = (text: string) => text.split('\n').toSorted()

test.each(TRANSFER_FORMATS)(
  '%s: a job writes in chunks what the page would have got at once',
  async (format) => {
    const { app, post, begun, run, file } = desk()
    await fill(500)
    await redis.persist('灯')
    const selection = { kind: 'pattern', pattern: '*' }
    const whole = (await post('export', { format, selection })).raw
    const job = await begun({ format })
    expect(job.keys).toBe(503)
    const outcomes = [...(await run(job, 0, 200)), ...(await run(job, 200, 400)), ...(await run(job, 400))]
    expect(outcomes.every(({ status }) => status === 'done')).toBe(true)
    const { raw } = await file(job.jobId)
    expect(sorted(raw)).toEqual(sorted(whole))
    if (format === 'csv') expect(raw.split('\n')[0]).toBe(whole.split('\n')[0])
    await app.close()
  },
)

test('named keys and a prefix; a key that went meanwhile is left out and counts as skipped', async () => {
  const { app, begun, run, file, files } = desk()
  await fill(20)
  const named = await begun({ selection: { kind: 'keys', keys: ['k:0001', 'list', 'gone'] } })
  await redis.del('list')
  expect((await run(named)).map(({ status }) => status)).toEqual(['done', 'skipped', 'skipped'])
  expect((await file(named.jobId)).raw.match(/"key"/g)).toHaveLength(1)
  const below = await begun({ selection: { kind: 'prefix', prefix: 'k:000' }, format: 'commands' })
  await run(below)
  expect((await file(below.jobId)).raw.match(/^SET k:000\d /gm)).toHaveLength(10)
  expect([...files.values()].map(({ name }) => name)).toEqual([
    '导出 first DB0 的键.jsonl',
    '导出 first DB0 的键.commands',
  ])
  await app.close()
})

test('a chunk that was cut is written anew, and its node that stood still is waited for', async () => {
  const { app, begun, run, file, set, jobs, served } = desk()
  await fill(300)
  const job = await begun()
  await run(job, 0, 200)
  let left = 40
  set({
    broken: (args) => (args[0] === 'GETRANGE' && (left -= 1) === 0 ? new Error('the socket is gone') : null),
  })
  await expect(run(job, 200)).rejects.toThrow('the socket is gone')
  left = 40
  const away = () => new AppError(redisErrors.redis_unreachable, { params: { at: 'x', reason: 'down' } })
  set({ broken: (args) => (args[0] === 'GETRANGE' && (left -= 1) === 0 ? away() : null) })
  await expect(run(job, 200)).rejects.toMatchObject({ why: 'server_down' })
  set({ broken: () => null, busyTimes: 1 })
  // Run and not committed: as if the node had died before.
  await jobs.runChunk(served.jobs, job.job, { rows: job.rows.slice(200) })
  await run(job, 200)
  const keys = (await file(job.jobId)).raw.match(/"key":"[^"]+"/g)!
  expect([keys.length, new Set(keys).size]).toEqual([303, 303])
  await app.close()
})

test('a key the server closes fails alone; tried again after the end it says why it cannot be added', async () => {
  const { app, begun, run, file, set } = desk()
  await fill(5)
  const job = await begun()
  const words = 'NOPERM this user has no permissions to access one of the keys'
  set({
    broken: (args) =>
      args[0] === 'GETRANGE' && String(args[1]) === 'k:0003'
        ? new AppError(redisErrors.redis_refused, { params: { words } })
        : null,
  })
  const failed = (await run(job)).findIndex(({ status }) => status === 'failed')
  expect(String(job.rows[failed]!.key)).toBe('k:0003')
  expect((await file(job.jobId)).raw.match(/"key"/g)).toHaveLength(7)
  const again = await run(job, failed, failed + 1)
  expect(again).toEqual([{ status: 'failed', msg: '文件已经写完，无法补写：请重新导出' }])
  set({ away: true })
  await expect(run(job)).rejects.toMatchObject({ why: 'server_down' })
  await app.close()
})

test('a job that was cut off before its end has no file, and nobody gets the file of another or of another line', async () => {
  const { app, ann, begun, run, file } = desk()
  await fill(300)
  const job = await begun()
  await run(job, 0, 200)
  const code = async (answer: ReturnType<typeof file>) => (await answer).body.err?.code
  expect(await code(file(job.jobId))).toBe('redis_key_not_found')
  await run(job, 200)
  expect((await file(job.jobId)).http).toBe(200)
  const everywhere = [{ scope: '*', environment: '*' as const, codes: READ }]
  expect(await code(file(job.jobId, {}, aCaller('bob', everywhere)))).toBe('redis_key_not_found')
  expect((await file(job.jobId, { lineId: foreign.lineId })).http).toBe(403)
  const wide = { ...ann, ...aCaller('ann', everywhere) }
  expect(await code(file(job.jobId, { lineId: foreign.lineId }, wide))).toBe('redis_key_not_found')
  expect((await file(job.jobId, {}, aCaller('ann', []))).http).toBe(403)
  expect(
    (await app.anonymous.post('/adjust/redis/keys/export/file', { lineId: line.lineId, jobId: 'x' })).http,
  ).toBe(401)
  expect(exportFileId('job-1', 'a')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  await app.close()
})

test('who may start one: readers of the whole database; nothing to export, bad input and a server that is away', async () => {
  const { app, at, post, set } = desk()
  await fill(3)
  const order = {
    format: 'jsonl',
    selection: { kind: 'pattern', pattern: '*' },
    idempotencyKey: 'export-rights',
  }
  const resource = { kind: 'redis', pattern: 'first/0/k:*' }
  const near = aCaller('near', [{ scope: '*', environment: '*', codes: READ, resource }])
  expect((await post('export/start', order, near)).http).toBe(403)
  expect((await post('export/start', order, aCaller('nobody', []))).http).toBe(403)
  expect((await post('export/start', { ...order, lineId: foreign.lineId })).http).toBe(403)
  expect((await app.anonymous.post('/adjust/redis/keys/export/start', { ...at, ...order })).http).toBe(401)
  const none = { ...order, selection: { kind: 'pattern', pattern: 'none:*' } }
  expect((await post('export/start', none)).body.err).toMatchObject({
    code: 'redis_no_keys',
    field: 'selection',
  })
  expect((await post('export/start', { ...order, format: 'xml' })).body.err?.code).toBe('field_invalid')
  const first = await post('export/start', order)
  await fill(10)
  expect((await post('export/start', order)).body.data).toMatchObject({
    ...(first.body.data as object),
    replayed: true,
  })
  set({ away: true })
  expect((await post('export/start', { ...order, idempotencyKey: 'export-other' })).body.err?.code).toBe(
    'redis_unreachable',
  )
  await app.close()
})
