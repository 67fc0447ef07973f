import { AppError } from '@qd/contract-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommandLogEntry } from '../../contract/index.ts'
import { redisCommand, redisErrors, redisResource } from '../../contract/index.ts'
import { plainLink } from '../testing/plain-link.ts'
import { CommandLog } from './command-log.ts'
import { GuardedDatabase } from './guarded-database.ts'
import { serveCommands } from './serve-commands.ts'

let redis: TestRedis
let app: ReturnType<typeof createTestApp>
let readOnly = false
const told: CommandLogEntry[] = []
const links: { close(): void }[] = []
const servers = [
  aServer({ sId: 1, lineId: 'lantern-dev', environment: 'dev' }),
  aServer({ sId: 2, lineId: 'lantern-live', environment: 'production' }),
]
const log = new CommandLog(
  {
    publish: async (_topic, event) => void told.push(...(event as CommandLogEntry[])),
    subscribe: () => () => undefined,
  },
  () => undefined,
)

beforeAll(async () => {
  redis = await startRedis()
  const connection = {
    id: 'c1',
    name: 'dev-redis',
    mode: 'standalone' as const,
    separators: [':'],
    scanBudget: 100_000,
    timeoutMs: 5_000,
    isCluster: false,
    isClusterNode: false,
    version: '7.0.15',
  }
  const { routes, channels } = serveCommands({
    log,
    linesOf: async (_caller, named) => {
      if ('id' in named) return named.id === 'c1' ? ['lantern-dev'] : []
      return named.port === 6379
        ? ['lantern-dev']
        : named.port === 7000
          ? ['lantern-dev', 'lantern-live']
          : []
    },
    connectionIdOf: async (_line, named) => ('id' in named ? named.id : named.port === 6379 ? 'c1' : null),
    databases: {
      async of(asking, { lineId, connectionId, db }) {
        if (connectionId !== 'c1') throw new AppError(redisErrors.redis_connection_not_found)
        const link = plainLink(redis.port, db)
        links.push(link)
        return new GuardedDatabase({ asking, link, log, connection: { ...connection, lineId, readOnly } })
      },
    },
  })
  const texts = new URL('../../contract/locales/', import.meta.url)
  app = createTestApp({
    features: [{ name: 'redis', texts, routes, channels, resources: [redisResource] }],
    scope: fixedScope(servers),
  })
})
afterAll(async () => {
  await app.close()
  for (const link of links) link.close()
  await redis.stop()
})
beforeEach(() => {
  readOnly = false
  told.length = 0
})

const holder = (...codes: string[]) =>
  app.as(
    aCaller(`with ${codes.join()}`, [
      { scope: '*', environment: '*', codes: codes.map((code) => `redis.redis.${code}`) },
    ]),
  )
const send = (
  as: ReturnType<typeof holder>,
  command: string,
  params: string[],
  more: Record<string, unknown> = {},
) =>
  as.post('/adjust/redisCommand', {
    lineId: 'lantern-dev',
    command,
    params,
    connConfig: { id: 'c1' },
    ...more,
  })

describe('POST /adjust/redisCommand', () => {
  it('[S7.11][S7.25] takes texts and answers numbers as texts, lists and bytes', async () => {
    const editor = holder('read', 'edit')
    expect(await send(editor, 'SET', ['n', '9007199254740993'])).toMatchObject({ body: { data: 'OK' } })
    expect(await send(editor, 'INCR', ['n'])).toMatchObject({ body: { data: '9007199254740994' } })
    expect(await send(editor, 'GET', ['nothing'])).toMatchObject({ body: { data: null } })
    await send(editor, 'RPUSH', ['l', 'a', '灯'])
    expect(await send(editor, 'LRANGE', ['l', '0', '-1'])).toMatchObject({ body: { data: ['a', '灯'] } })
    await send(editor, 'SETBIT', ['b', '0', '1'])
    expect(await send(editor, 'GET', ['b'], { encoding: 'base64' })).toMatchObject({
      body: { data: { base64: 'gA==' } },
    })
  })

  it('[S7.11] takes the body of the specification: the connection knows its line', async () => {
    const editor = holder('read', 'edit')
    const bare = (connConfig: object) =>
      editor.post('/adjust/redisCommand', { command: 'SET', params: ['bare', '1'], connConfig })
    expect(await bare({ id: 'c1' })).toMatchObject({ http: 200, body: { data: 'OK' } })
    expect(await bare({ host: 'redis.example.com', port: 6379 })).toMatchObject({ http: 200 })
    const missing = { http: 404, body: { err: { code: 'redis_connection_not_found', field: 'connConfig' } } }
    expect(await bare({ id: 'unknown' })).toMatchObject(missing)
    expect(await bare({ host: 'redis.example.com', port: 1 })).toMatchObject(missing)
    expect(await bare({ host: 'redis.example.com', port: 7000 })).toMatchObject({
      http: 400,
      body: { err: { code: 'scope_ambiguous', field: 'lineId' } },
    })
  })

  it('[S3.16] tells each call as one event of the log, with its cost', async () => {
    await send(holder('read', 'edit'), 'SET', ['said twice', 'x'])
    const ours = () => told.filter(({ command }) => command.includes('twice'))
    await expect.poll(ours, { timeout: 30_000 }).toHaveLength(1)
    expect(ours()[0]).toMatchObject({
      connectionName: 'dev-redis',
      command: 'SET "said twice" x',
      isWrite: true,
      error: '',
    })
    expect(ours()[0]!.cost).toBeGreaterThan(0)
  })

  it('[S5.05][S6.04] a read-only connection refuses writes of everybody, with the words people know', async () => {
    readOnly = true
    const answer = await send(app.as(aCaller('admin', [everything])), 'SET', ['n', '1'], { lang: 'en' })
    expect(answer).toMatchObject({ http: 403, body: { err: { code: 'redis_read_only' } } })
    expect(await send(holder('read'), 'GET', ['n'])).toMatchObject({ http: 200 })
  })

  it.each([
    ['BLPOP', ['l', '1']],
    ['BLMOVE', ['l', 'm', 'LEFT', 'LEFT', '1']],
    ['BZPOPMIN', ['z', '1']],
    ['MULTI', []],
    ['EXEC', []],
    ['DISCARD', []],
    ['WATCH', ['l']],
    ['MONITOR', []],
    ['WAIT', ['0', '1']],
  ])('[S5.05] a read-only connection says so of %s, which this call never sends', async (name, params) => {
    const by = app.as(aCaller('admin', [everything]))
    expect(await send(by, name, params)).toMatchObject({ body: { err: { code: 'redis_command_forbidden' } } })
    readOnly = true
    expect(await send(by, name, params)).toMatchObject({ body: { err: { code: 'redis_read_only' } } })
    const reading = await send(by, 'XREAD', ['BLOCK', '1', 'STREAMS', 'x', '0'])
    expect(reading).toMatchObject({ body: { err: { code: 'redis_command_forbidden' } } })
  })

  it.each([
    { who: [], says: 'GET n', refused: [403, 'forbidden'] },
    { who: ['read'], says: 'DEL n', refused: [403, 'redis_key_forbidden'] },
    { who: ['read', 'edit'], says: 'FLUSHDB', refused: [403, 'redis_command_forbidden'] },
    { who: ['read', 'edit'], says: 'NONSENSE', refused: [422, 'redis_command_unknown'] },
    { who: ['read', 'edit'], says: 'LPUSH n x', refused: [422, 'redis_refused'] },
  ])('$who says $says: $refused', async ({ who, says, refused: [http, code] }) => {
    await send(holder('read', 'edit'), 'SET', ['n', '1'])
    const [command = '', ...params] = says.split(' ')
    expect(await send(holder(...who), command, params)).toMatchObject({ http, body: { err: { code } } })
  })

  it('asks for name and reason before a dangerous command in production', async () => {
    const admin = app.as(aCaller('admin', [everything]))
    const at = { lineId: 'lantern-live' }
    const refused = await send(admin, 'FLUSHDB', [], at)
    expect(refused).toMatchObject({ http: 428 })
    const given = { ...at, reason: 'an empty start', confirm: 'dev-redis' }
    expect(await send(admin, 'FLUSHDB', [], given)).toMatchObject({ body: { data: 'OK' } })
  })

  it.each([
    ['a connection by where it goes', { host: '127.0.0.1', port: '6379', password: 'ignored' }, 200],
    ['one that is not stored', { host: '169.254.169.254', port: 80 }, 404],
    ['no connection', {}, 400],
  ])('%s', async (_what, connConfig, status) => {
    expect(await send(holder('read'), 'PING', [], { connConfig })).toMatchObject({ http: status })
  })

  it('is audited by its name, not by what stands behind it in the same text', () => {
    const body = { command: ' auth hunter2', params: [], connConfig: { id: 'c1' } }
    expect(redisCommand.subject!({ body } as never)).toBe('AUTH')
  })

  it('knows nobody without a session, and no foreign line', async () => {
    expect(await send(app.anonymous as never, 'PING', [])).toMatchObject({ http: 401 })
    const elsewhere = app.as(
      aCaller('far', [{ scope: 'other', environment: '*', codes: ['redis.redis.read'] }]),
    )
    expect(await send(elsewhere, 'PING', [])).toMatchObject({ http: 403 })
  })
})
