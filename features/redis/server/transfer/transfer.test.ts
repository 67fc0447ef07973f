import { AppError } from '@qd/contract-kit'
import { recordingJobs } from '@qd/app-server/testing'
import type { StoredFile } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TRANSFER_FORMATS, redisErrors, redisResource } from '../../contract/index.ts'
import type { ImportPreview, TransferFormat } from '../../contract/index.ts'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { ScanBudgets } from '../scan/scan-budget.ts'
import { plainLink } from '../testing/plain-link.ts'
import { wordsOf } from './command-words.ts'
import { serveTransfer } from './serve-transfer.ts'

const line = aServer()
const production = aServer({
  lineId: 'harbour-prod',
  operator: 'harbour',
  environment: 'production',
  sId: 11,
})
const texts = new URL('../../contract/locales/', import.meta.url)
const EDIT = ['redis.redis.read', 'redis.redis.edit']
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)

let server: TestRedis
let redis: Redis
let store: Store<never>
const links: { close(): void }[] = []
const files = new Map<string, string>()
const kept: string[] = []

beforeAll(async () => {
  ;[server, store] = await Promise.all([
    startRedis(['--enable-debug-command', 'local']),
    openStoreForTest<never>('sqlite', []),
  ])
  redis = new Redis({ port: server.port, host: '127.0.0.1' })
})
beforeEach(async () => {
  files.clear()
  kept.length = 0
  await redis.flushall()
})
afterEach(() => {
  for (const link of links.splice(0)) link.close()
})
afterAll(async () => {
  redis.disconnect()
  await Promise.all([server.stop(), store.close()])
})

/** A file in pieces of so many bytes, so that lines are cut anywhere. */
function storedFile(id: string, text: string, every = 1_000): StoredFile {
  const bytes = Buffer.from(text)
  return {
    id,
    name: id,
    size: bytes.length,
    sha256: 'a'.repeat(64),
    async *pieces({ from, to } = { from: 0, to: bytes.length }) {
      for (let at = from; at < to; at += every) yield bytes.subarray(at, Math.min(to, at + every))
    },
    async *lines() {
      yield text.split('\n')
    },
  }
}

let count = 0

interface DeskOptions {
  readOnly?: boolean
  /** Happens before each command the export or import sends. */
  meanwhile?: (command: string) => Promise<unknown>
}

/** The calls behind the real guard; a file is put under its text. */
function desk({ readOnly = false, meanwhile }: DeskOptions = {}) {
  const jobs = recordingJobs(store)
  const parts = serveTransfer({
    budgets: new ScanBudgets(),
    jobs: jobs.port,
    catalogue: () => ({ lines: [], lineById: new Map() }),
    kept: 2_000,
    keep: async (_database, key, { action }) => kept.push(`${action} ${String(key)}`),
    files: {
      async open(_caller, fileId) {
        const text = files.get(fileId)
        if (text === undefined) throw new AppError(redisErrors.redis_bin_not_found)
        return storedFile(fileId, text)
      },
      write: () => Promise.reject(new Error('no export job here')),
    },
    databases: {
      async of(asking, { lineId, db }) {
        const plain = plainLink(server.port, db)
        links.push(plain)
        const link: typeof plain = {
          ...plain,
          async send(args) {
            await meanwhile?.(String(args[0]))
            return plain.send(args)
          },
        }
        const connection = {
          id: 'first',
          name: 'first',
          mode: 'standalone' as const,
          separators: [':'],
          scanBudget: 1_000_000,
          timeoutMs: 5_000,
          isCluster: false,
          isClusterNode: false,
          version: '7.0.15',
        }
        return new GuardedDatabase({ asking, link, log, connection: { ...connection, lineId, readOnly } })
      },
    },
  })
  const app = createTestApp({
    features: [{ name: 'redis', resources: [redisResource], texts, ...parts }],
    scope: fixedScope([line, production]),
    store,
  })
  const at = { lineId: line.lineId, connectionId: 'first', db: 0 }
  const post = <T>(
    call: string,
    body: object,
    as = aCaller('ann', [{ scope: '*', environment: '*', codes: EDIT }]),
  ) => app.as(as).post<T>(`/adjust/redis/keys/${call}`, { ...at, ...body })
  const exported = async (
    format: TransferFormat,
    selection: object = { kind: 'pattern', pattern: '*' },
    as?: never,
  ) => (await post('export', { format, selection }, as)).raw
  const look = async (format: TransferFormat, text: string, more: object = {}) => {
    files.set('f1', text)
    const answer = await post<ImportPreview>('import/preview', { fileId: 'f1', format, ...more })
    expect(answer.raw).toContain('"status"')
    expect(answer.http).toBe(200)
    return answer.body.data
  }
  /** Starts an import and works on all of its rows. */
  const bringIn = async (format: TransferFormat, text: string, more: object = {}) => {
    files.set('f1', text)
    const order = {
      fileId: 'f1',
      format,
      conflict: 'skip',
      ttl: 'keep',
      idempotencyKey: `import-job-${(count += 1)}`,
    }
    const started = await post('import/start', { ...order, ...more })
    expect(started.raw).toContain('"jobId"')
    const job = jobs.ordered.at(-1)!
    const { outcomes } = await jobs.runChunk(parts.jobs, job)
    return job.rows.map(({ key }, row) =>
      [key, outcomes[row]!.status, outcomes[row]!.code ?? outcomes[row]!.msg ?? ''].join(' ').trim(),
    )
  }
  return { app, post, exported, look, bringIn, at }
}

const BINARY = Buffer.from([0, 255, 10, 34, 92, 13])

/** Keys of every type, with ends, names that are no text, and values larger than a part. */
async function fill(): Promise<void> {
  await redis
    .pipeline()
    .set('s', 'text with "quotes", =1+1\r\nand a line')
    .set('s:empty', '')
    .set(BINARY, BINARY, 'PX', 600_000)
    .set("'=formula", 'base64:no')
    .set('=formula', "'=1")
    .set('', 'empty name')
    .set('s:big', Buffer.alloc(600_000, Buffer.from('灯')))
    .hset('h', 'f', 'v', BINARY, BINARY)
    .pexpire('h', 600_000)
    .hset('h:big', Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`f${at}`, `v${at}`])))
    .rpush('l', ...Array.from({ length: 1_700 }, (_, at) => `entry ${at}`), BINARY)
    .sadd('set', 'a', 'b', BINARY)
    .sadd('set:big', ...Array.from({ length: 2_500 }, (_, at) => `m${at}`))
    .zadd('z', 1.5, 'a', '-inf', 'low', '9007199254740993', BINARY)
    .xadd('x', '1-1', 'f', 'v', 'f', 'again')
    .xadd('x', '2-1', 'f', BINARY)
    .xadd('x', '9-9', 'gone', 'x')
    .xdel('x', '9-9')
    .xgroup('CREATE', 'x:empty', 'g', '0', 'MKSTREAM')
    .xgroup('DESTROY', 'x:empty', 'g')
    .exec()
}
/** What is written faster than it is read: each reading of a part finds another thousand. */
test('an export of keys that grow ends with what they held when their reading began', async () => {
  const GROW = { LRANGE: 'l', XRANGE: 'x', GETRANGE: 's' } as const
  let left = 60
  let at = 0
  const add = async (key: string) => {
    const many = redis.pipeline()
    for (let each = 0; each < 1_000; each += 1) {
      at += 1
      if (key === 'l') many.rpush('l', `entry ${at}`)
      else if (key === 'x') many.xadd('x', `${at}-1`, 'f', 'v')
    }
    if (key === 's') many.append('s', 'x'.repeat(300_000))
    await many.exec()
  }
  for (const key of Object.values(GROW)) await add(key)
  const { exported } = desk({
    meanwhile: async (command) => {
      if (!Object.hasOwn(GROW, command) || (left -= 1) < 0) return
      await add(GROW[command as keyof typeof GROW])
    },
  })
  const text = await exported('commands')
  // It stopped asking before the growth did.
  expect(left).toBeGreaterThan(0)
  expect(text.match(/"entry \d+"/g)).toHaveLength(1_000)
  expect(text.match(/^"?XADD/gm)).toHaveLength(1_000)
})

const digest = async (): Promise<string> => String(await redis.call('DEBUG', 'DIGEST'))

test.each(TRANSFER_FORMATS)('[S2.30] %s: export, flush and import give the same database', async (format) => {
  const { exported, look, bringIn, app } = desk()
  await fill()
  const before = await digest()
  const keys = await redis.dbsize()
  const text = await exported(format)
  await redis.flushall()
  const seen = await look(format, text)
  expect(seen).toMatchObject({ keys, existing: 0, ending: 2, faultCount: 0, faults: [] })
  const rows = await bringIn(format, text)
  expect(rows.filter((row) => !row.endsWith('done'))).toEqual([])
  expect(await redis.dbsize()).toBe(keys)
  expect(await digest()).toBe(before)
  expect(await redis.pttl('h')).toBeGreaterThan(500_000)
  expect(String((await redis.xinfo('STREAM', 'x')) as unknown)).toContain('9-9')
  await app.close()
})

test('what is there stays, is replaced and kept, or fails; a prefix and the time to live are chosen', async () => {
  const { bringIn, look, app } = desk()
  const text = [
    { key: 'a', type: 'string', ttl: 100_000, expireAt: Date.now() + 900_000, value: 'new' },
    { key: 'over', type: 'string', ttl: 100_000, expireAt: 1_000, value: 'late' },
    { key: 'b', type: 'list', value: ['1', '2'] },
    { key: 'b', type: 'list', value: ['3'] },
  ]
    .map((each) => JSON.stringify(each))
    .join('\n')
  await redis.set('a', 'old')
  expect(await look('jsonl', text)).toMatchObject({
    keys: 3,
    existing: 1,
    ending: 2,
    sample: ['a', 'over', 'b'],
  })
  expect(await look('jsonl', text, { prefix: 'x:' })).toMatchObject({
    existing: 0,
    sample: ['x:a', 'x:over', 'x:b'],
  })
  expect(await bringIn('jsonl', text)).toEqual([
    'a skipped redis_key_exists',
    'over skipped redis_key_not_found',
    'b done',
  ])
  expect(await redis.lrange('b', 0, -1)).toEqual(['1', '2', '3'])
  expect(await bringIn('jsonl', text, { conflict: 'fail', ttl: 'none' })).toEqual([
    'a failed redis_key_exists',
    'over done',
    'b failed redis_key_exists',
  ])
  expect([await redis.get('a'), await redis.pttl('over')]).toEqual(['old', -1])
  await bringIn('jsonl', text, { conflict: 'replace' })
  expect([await redis.get('a'), await redis.lrange('b', 0, -1)]).toEqual(['new', ['1', '2', '3']])
  expect(await redis.pttl('a')).toBeGreaterThan(800_000)
  expect(kept).toEqual(['overwritten a', 'overwritten b'])
  await bringIn('jsonl', text, { prefix: 'x:', ttl: 'left' })
  expect((await redis.pttl('x:a')) < 100_001 && (await redis.pttl('x:a')) > 50_000).toBe(true)
  expect((await redis.keys('*upload*')).length).toBe(0)
  await app.close()
})

test('a file of commands writes data and nothing else; each other line is named', async () => {
  const { look, bringIn, app, post } = desk()
  const text = [
    'SET a 1 EX 500',
    'FLUSHALL',
    'eval "return 1" 0',
    'set b "x\\x00y"',
    'HSET h f',
    'SET c "open',
    'SET d 1 GET',
    'XGROUP SETID s g 0',
    'RPUSH l 1',
    '',
    'RPUSH l 2',
    'EXPIRE l 100',
  ].join('\r\n')
  const seen = await look('commands', text)
  expect(seen).toMatchObject({ keys: 3, faultCount: 6, ending: 2 })
  expect(seen.faults.map((each) => each.line)).toEqual([2, 3, 5, 6, 7, 8])
  expect(seen.faults[0]!.reason).toContain('FLUSHALL')
  const rows = await bringIn('commands', text)
  expect(rows.map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual([
    'a done',
    '#2 failed',
    '#3 failed',
    'b done',
    '#5 failed',
    '#6 failed',
    '#7 failed',
    '#8 failed',
    'l done',
  ])
  expect(await redis.getBuffer('b')).toEqual(Buffer.from('x\0y'))
  expect(await redis.lrange('l', 0, -1)).toEqual(['1', '2'])
  expect(await redis.ttl('l')).toBeGreaterThan(50)
  files.set('f2', 'RPUSH l 1\nSET a 1\nRPUSH l 2')
  const again = {
    fileId: 'f2',
    format: 'commands',
    conflict: 'skip',
    ttl: 'keep',
    idempotencyKey: 'import-repeated',
  }
  expect((await post('import/start', again)).body.err).toMatchObject({
    code: 'redis_import_repeated',
    field: 'fileId',
  })
  await app.close()
})

test('JSON lines and tables of wrong types are named by line', async () => {
  const { look, app } = desk()
  const json = [
    '{"key":"a","type":"nothing","value":1}',
    'no json',
    '{"type":"string","value":"x"}',
    '{"key":"z","type":"zset","value":[["m","much"]]}',
    '{"key":"x","type":"stream","value":{"entries":[{"id":"1-1","fields":["odd"]}]}}',
    '{"key":"t","type":"string","ttl":"soon","value":"x"}',
    '{"key":"ok","type":"string","value":"x"}',
    '{"key":"ok","type":"list","value":["x"]}',
  ]
  const seen = await look('jsonl', json.join('\n'))
  expect(seen.faults.map((each) => each.line)).toEqual([1, 2, 3, 4, 5, 6, 8])
  const csv =
    'key,type,ttl,value\r\n"a\r\nb",string,,x\r\nh,hash,,{}\r\nt,string,soon,x\r\nonly two,string\r\n'
  const table = await look('csv', csv)
  expect(table).toMatchObject({ keys: 1, sample: ['a\r\nb'] })
  expect(table.faults.map((each) => each.line)).toEqual([4, 5, 6])
  expect((await look('csv', 'a,b\n1,2\n')).faults[0]).toMatchObject({ line: 1 })
  expect((await look('dump', '{"key":"a","pttl":-1,"dump":"?"}')).faultCount).toBe(1)
  await app.close()
})

test('what the server refuses fails alone and leaves nothing behind', async () => {
  const { bringIn, app } = desk()
  await redis.set('a', 'old')
  const text = '{"key":"a","pttl":-1,"dump":"AAAA"}\n{"key":"b","pttl":-1,"dump":"AAAA"}\n'
  expect((await bringIn('dump', text, { conflict: 'replace' })).map((row) => row.split(' ')[1])).toEqual([
    'failed',
    'failed',
  ])
  expect([await redis.keys('*'), await redis.get('a'), kept]).toEqual([['a'], 'old', []])
  await app.close()
})

test('[S5.05] rights: readers export what they may read; only editors of all keys import, and never read-only', async () => {
  const { post, app, at } = desk()
  await redis.mset({ 'game:1': 1, 'mail:1': 2 })
  const resource = { kind: 'redis', pattern: 'first/0/game:*' }
  const narrowed = aCaller('near', [{ scope: '*', environment: '*', codes: EDIT, resource }])
  const whole = { format: 'jsonl', selection: { kind: 'pattern', pattern: '*' } }
  const named = { format: 'jsonl', selection: { kind: 'keys', keys: ['mail:1', 'game:1'] } }
  for (const body of [whole, named]) {
    const { raw } = await post('export', body, narrowed)
    expect(raw).toContain('game:1')
    expect(raw).not.toContain('mail:1')
  }
  files.set('f1', 'SET game:2 1')
  const asked = { fileId: 'f1', format: 'commands' }
  const order = { ...asked, conflict: 'skip', ttl: 'keep', idempotencyKey: 'import-rights' }
  expect((await post('import/preview', asked, narrowed)).http).toBe(403)
  expect((await post('import/start', order, narrowed)).http).toBe(403)
  const reader = aCaller('reader', [{ scope: '*', environment: '*', codes: ['redis.redis.read'] }])
  expect((await post('export', whole, reader)).raw).toContain('mail:1')
  expect((await post('import/start', order, reader)).http).toBe(403)
  expect((await post('export', whole, aCaller('nobody', []))).http).toBe(403)
  expect((await app.anonymous.post('/adjust/redis/keys/export', { ...at, ...whole })).http).toBe(401)
  const live = await post('import/start', { ...order, lineId: production.lineId })
  expect(live).toMatchObject({ http: 428, body: { err: { code: 'confirm_required' } } })
  await app.close()
  const locked = desk({ readOnly: true })
  expect((await locked.post('import/start', order)).body.err).toMatchObject({ code: 'redis_read_only' })
  expect((await locked.post('export', whole)).raw).toContain('mail:1')
  await locked.app.close()
})

test('words of a command are read as redis-cli writes them, whatever their bytes', async () => {
  const { commandText } = await import('../../contract/index.ts')
  const { bytesOf } = await import('../bytes.ts')
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 }), { minLength: 1, maxLength: 5 }), (words) => {
      const text = commandText(words.map((each) => bytesOf(Buffer.from(each))))
      expect(wordsOf(Buffer.from(text))).toEqual(words.map((each) => Buffer.from(each)))
    }),
  )
  expect(wordsOf(Buffer.from(`SET 'it\\'s' a"b`))).toBeNull()
  expect(wordsOf(Buffer.from(`SET 'it\\'s'`))).toEqual([Buffer.from('SET'), Buffer.from("it's")])
})
