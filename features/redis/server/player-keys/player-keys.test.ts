import { AppError } from '@qd/contract-kit'
import { createEnvelopeBox, errorText, loadTexts } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisErrors, redisResource } from '../../contract/index.ts'
import type { PlayerPattern } from '../../contract/index.ts'
import { connectionMigrations } from '../connections/connection-migrations.ts'
import { findRow } from '../connections/connection-rows.ts'
import { Connections } from '../connections/connections.ts'
import { seedManagedConnections } from '../connections/seed-connections.ts'
import type { ConnectionTables } from '../connections/tables.ts'
import { fitsGlob } from '../glob.ts'
import { CommandLog } from '../guard/command-log.ts'
import type { Asking, DatabaseRef } from '../guard/databases.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { openLink } from '../link/open-link.ts'
import type { RedisLink } from '../link/redis-link.ts'
import { ScanBudgets } from '../scan/scan-budget.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { playerKeyMigrations } from './player-key-migrations.ts'
import type { PlayerKeyTables } from './player-key-tables.ts'
import { seedPatterns } from './player-patterns.ts'
import { nameOfPlayer } from './player-pattern.ts'
import { servePlayerKeys } from './serve-player-keys.ts'

const line = aServer({ environment: 'dev' })
const { lineId } = line
const READ = 'redis.redis.read'
const MANAGE = 'redis.redis.connections'
const UID = '30123000045'
const texts = new URL('../../contract/locales/', import.meta.url)
const BOUNDS = { examined: 3_000, listed: 20 }
const at = { lineId, connectionId: 'main' }
const pattern = (name: string, of: Partial<PlayerPattern> = {}): PlayerPattern => ({
  db: 0,
  pattern: name,
  label: '',
  ...of,
})

interface Found {
  found: (PlayerPattern & {
    keys: { key: unknown; type: string; ttlMs: number }[]
    examined: number
    isIncomplete: boolean
    msg: string
  })[]
}

describe('the names a pattern means', () => {
  test('one without a star is a name; of one with a star only the star is open', () => {
    const player = { uId: UID, sId: 123 }
    expect(nameOfPlayer('s{sId}:{{uId}}[a]?', player)).toEqual({ exact: Buffer.from(`s123:{${UID}}[a]?`) })
    const anyText = fc.string({ unit: fc.constantFrom('a', '*', '?', '[', ']', '\\', '^', '-', '键', ':') })
    fc.assert(
      fc.property(anyText, fc.string(), (text, between) => {
        const name = nameOfPlayer(`${text}*{uId}`, player)
        const key = `${text.replaceAll('*', between)}${between}${UID}`
        expect('glob' in name && fitsGlob(name.glob, Buffer.from(key))).toBe(true)
        if (text !== '' && !text.includes('*'))
          expect('glob' in name && fitsGlob(name.glob, Buffer.from(`b${key}`))).toBe(false)
      }),
      { seed: 8 },
    )
  })
})

describeStored('keys of a player', [...connectionMigrations, ...playerKeyMigrations], (open) => {
  let redis: TestRedis
  let link: RedisLink
  beforeAll(async () => {
    redis = await startRedis()
    link = await openLink(testConfig({ port: redis.port }), {}, { db: 0, dialer: testDialer() })
    const send = (...args: string[]) => link.send(args)
    await send('SET', `session:${UID}`, 'x', 'PX', '500000')
    await send('HSET', `mail:s123:${UID}`, 'a', '1')
    await send('SET', 'session:30123000046', 'somebody else')
  })
  afterAll(async () => {
    link.close()
    await redis.stop()
  })

  async function desk({ scanBudget = 10_000_000 } = {}) {
    const store = await open<ConnectionTables & PlayerKeyTables>()
    const record = { ...line, lineCode: lineId, name: lineId, channels: [] }
    const catalogue = () => ({ lines: [record], lineById: new Map([[lineId, record]]) })
    const secretBox = createEnvelopeBox(Buffer.alloc(32, 7))
    const connections = new Connections({
      store: store.as(),
      secretBox,
      catalogue,
      sockets: [],
      isOpen: () => false,
    })
    const given = [
      {
        id: 'main',
        lineId,
        name: 'main',
        host: '127.0.0.1',
        port: redis.port,
        password: '',
        readOnly: false,
      },
      { id: 'dead', lineId, name: 'dead', host: '127.0.0.1', port: 1, password: '', readOnly: true },
    ]
    await seedManagedConnections(
      { store: store.as(), secretBox, catalogue, sockets: [], warn: () => {} },
      given,
    )
    const log = new CommandLog(
      { publish: async () => undefined, subscribe: () => () => undefined },
      () => undefined,
    )
    const info = {
      id: 'main',
      lineId,
      name: 'main',
      mode: 'standalone' as const,
      readOnly: false,
      version: '7.0.15',
      separators: [':'],
      scanBudget,
      timeoutMs: 5_000,
      isCluster: false,
      isClusterNode: false,
    }
    const databases = {
      async of(asking: Asking, { connectionId }: DatabaseRef) {
        if (connectionId === 'main') return new GuardedDatabase({ asking, connection: info, link, log })
        throw new AppError(redisErrors.redis_unreachable, { params: { at: 'dead', reason: 'x' } })
      },
    }
    const said = loadTexts([texts])
    const patterns = { store: store.as<PlayerKeyTables>(), connections, nowMs: () => 7 }
    const app = createTestApp({
      features: [
        {
          name: 'redis',
          resources: [redisResource],
          texts,
          routes: servePlayerKeys({
            ...patterns,
            databases,
            budgets: new ScanBudgets(),
            bounds: BOUNDS,
            isConnection: async (line, id) =>
              (await findRow(store.as<ConnectionTables>().read, line, id)) !== undefined,
            say: (error, lang) => errorText(error, said, lang),
          }),
        },
      ],
      scope: fixedScope([line]),
      store: store as never,
    })
    const speak = (name: string, codes: string[], resource?: { kind: string; pattern: string }) => {
      const grant = { scope: 'lantern', environment: '*' as const, codes, ...(resource ? { resource } : {}) }
      const user = app.as(aCaller(name, [grant]))
      return {
        list: () =>
          user.post<{ connectionId: string; patterns: PlayerPattern[]; revision: number }[]>(
            '/adjust/redis/player/patterns',
            { lineId },
          ),
        save: (patterns: object[], revision: number, of: object = {}) =>
          user.post<{ revision: number }>('/adjust/redis/player/patterns/save', {
            ...at,
            patterns,
            revision,
            ...of,
          }),
        find: (of: object = {}) =>
          user.post<Found>('/adjust/redis/player/keys', { ...at, uId: UID, sId: 123, ...of }),
      }
    }
    return { app, store, patterns, given, speak, ann: speak('ann', [READ, MANAGE]) }
  }
  const codeOf = ({ http, body }: { http: number; body: { err?: { code: string; field?: string } } }) =>
    `${http} ${body.err?.code ?? 'ok'} ${body.err?.field ?? ''}`.trim()

  test('[S7.11] patterns are saved over what was seen, and find keys by name and by search', async () => {
    const { app, ann, speak } = await desk()
    const wanted = [
      pattern('session:{uId}', { label: '会话' }),
      pattern('cart:{uId}'),
      pattern('*:s{sId}:{uId}'),
    ]
    expect(codeOf(await ann.save(wanted, 0))).toBe('200 ok')
    expect(codeOf(await ann.save([], 0))).toBe('409 redis_connection_changed revision')
    expect((await ann.list()).body.data).toMatchObject([
      { connectionId: 'main', patterns: wanted, revision: 1 },
      { connectionId: 'dead', patterns: [], revision: 0 },
    ])
    const { found } = (await speak('rob', [READ]).find()).body.data
    expect(found).toMatchObject([
      {
        label: '会话',
        keys: [{ key: `session:${UID}`, type: 'string' }],
        examined: 0,
        isIncomplete: false,
        msg: '',
      },
      { keys: [{ key: `cart:${UID}`, type: 'none', ttlMs: -1 }] },
      { keys: [{ key: `mail:s123:${UID}`, type: 'hash', ttlMs: -1 }], isIncomplete: false, msg: '' },
    ])
    expect(found[0]!.keys[0]!.ttlMs).toBeGreaterThan(400_000)
    expect(found[2]!.examined).toBeGreaterThan(0)
    expect(codeOf(await ann.save([pattern('cart:{uId}')], 1))).toBe('200 ok')
    expect((await ann.find()).body.data.found).toHaveLength(1)
    await app.close()
  })

  test('what is not right is refused with its field, and a connection that is away says so', async () => {
    const { app, ann, speak } = await desk()
    expect(codeOf(await ann.save([pattern('session:')], 0))).toBe('400 field_invalid patterns.0.pattern')
    expect(codeOf(await ann.save([], 0, { connectionId: 'gone' }))).toBe(
      '404 redis_connection_not_found connectionId',
    )
    expect(codeOf(await speak('rob', [READ]).save([], 0))).toMatch(/^403/)
    expect(codeOf(await speak('eve', []).find())).toMatch(/^403/)
    expect(codeOf(await ann.find({ uId: '12; FLUSHALL' }))).toBe('400 uid_invalid uId')
    expect((await ann.find()).body.data).toEqual({ found: [] })
    const away = { connectionId: 'dead' }
    await ann.save([pattern('a:{uId}'), pattern('b:{uId}')], 0, away)
    expect(codeOf(await ann.find(away))).toBe('502 redis_unreachable')
    await app.close()
  })

  test('a caller with some keys only learns nothing of the others', async () => {
    const { app, ann, speak } = await desk()
    await ann.save([pattern('session:{uId}'), pattern('mail:s{sId}:{uId}'), pattern('*{uId}')], 0)
    const near = speak('near', [READ], { kind: 'redis', pattern: 'main/0/session:*' })
    const { found } = (await near.find()).body.data
    expect(found.map(({ keys }) => keys.map(({ key }) => key))).toEqual([
      [`session:${UID}`],
      [],
      [`session:${UID}`],
    ])
    expect(found[1]!.msg).not.toBe('')
    expect(found[2]!.examined).toBe(0)
    await app.close()
  })

  test('a search ends at its bounds and says so', async () => {
    const { app, ann } = await desk()
    const many = Array.from({ length: BOUNDS.listed + 20 }, (_, n) => [`many:${n}:${UID}`, 'x']).flat()
    await link.send(['MSET', ...many])
    await ann.save([pattern('many:*:{uId}')], 0)
    const [one] = (await ann.find()).body.data.found
    expect(one).toMatchObject({ isIncomplete: true, keys: { length: BOUNDS.listed } })
    const filler = Array.from({ length: BOUNDS.examined + 5_000 }, (_, n) => [`filler:${n}`, 'x']).flat()
    await link.send(['MSET', ...filler])
    await ann.save([pattern('none:*:{uId}')], 1)
    const [none] = (await ann.find()).body.data.found
    expect(none).toMatchObject({ isIncomplete: true, keys: [], examined: BOUNDS.examined })
    await link.send(['FLUSHALL'])
    await app.close()
  })

  test('searches at once share what their connection may examine in a second', async () => {
    const perSecond = 10_000
    const { app, ann, speak } = await desk({ scanBudget: perSecond })
    const filler = Array.from({ length: BOUNDS.examined * 2 }, (_, n) => [`filler:${n}`, 'x']).flat()
    await link.send(['MSET', ...filler])
    await ann.save([pattern('none:*:{uId}')], 0)
    const startedMs = performance.now()
    const answers = await Promise.all([ann.find(), speak('rob', [READ]).find()])
    const tookMs = performance.now() - startedMs
    const examined = answers.map(({ body }) => body.data.found[0]!.examined)
    expect(examined).toEqual([BOUNDS.examined, BOUNDS.examined])
    // The last step is waited for, and the first may come a little early.
    expect(tookMs).toBeGreaterThan((2 * BOUNDS.examined * 1_000) / perSecond - 150)
    await link.send(['FLUSHALL'])
    await app.close()
  })

  test('patterns of the sandbox come once, and stay as people leave them', async () => {
    const { app, ann, patterns, given } = await desk()
    const managed = [{ ...given[0]!, playerPatterns: [pattern('a:{uId}')] }]
    await seedPatterns(patterns, managed)
    expect((await ann.list()).body.data[0]).toMatchObject({ patterns: [{ pattern: 'a:{uId}' }], revision: 1 })
    await ann.save([], 1)
    await seedPatterns(patterns, managed)
    expect((await ann.list()).body.data[0]).toMatchObject({ patterns: [], revision: 2 })
    await app.close()
  })
})
