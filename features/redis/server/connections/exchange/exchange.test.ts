import { redisResource } from '../../../contract/index.ts'
import { createEnvelopeBox } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { ImportedRow, RedisConnection } from '../../../contract/index.ts'
import { aConfig } from '../../testing/a-config.ts'
import { connectionMigrations } from '../connection-migrations.ts'
import { Connections } from '../connections.ts'
import { serveConnections } from '../serve-connections.ts'
import type { ConnectionTables } from '../tables.ts'

const line = aServer()
const other = aServer({ lineId: 'harbour-dev', operator: 'harbour', environment: 'dev', sId: 1 })
const texts = new URL('../../../contract/locales/', import.meta.url)
const MANAGE = ['redis.redis.read', 'redis.redis.connections']
const NETWORKS = [...MANAGE, 'redis.redis.networks']
const box = createEnvelopeBox(Buffer.alloc(32, 7))
const lineOf = ({ game, operator, lineId, environment }: typeof line) => ({
  game,
  operator,
  lineId,
  environment,
  lineCode: lineId,
  name: lineId,
  channels: [],
})
const ano = (list: unknown) => Buffer.from(JSON.stringify(list)).toString('base64')

interface Imported {
  rows: ImportedRow[]
  counts: object
  isApplied: boolean
}

describeStored('files of connections', connectionMigrations, (open) => {
  async function desk() {
    const store = await open<ConnectionTables>()
    const lines = [line, other].map(lineOf)
    const catalogue = () => ({ lines, lineById: new Map(lines.map((each) => [each.lineId, each])) })
    const connections = new Connections({
      store,
      secretBox: box,
      catalogue,
      sockets: [],
      isOpen: () => false,
    })
    const exchange = { store, secretBox: box, sockets: [], say: (error: Error) => error.message }
    const asked: unknown[] = []
    const app = createTestApp({
      features: [
        { name: 'redis', resources: [redisResource], texts, routes: serveConnections(connections, exchange) },
      ],
      scope: fixedScope([line, other]),
      store: store as never,
      gate: {
        check: async ({ stepUp }) => {
          if (stepUp !== null) asked.push(stepUp)
          return null
        },
      },
    })
    const speak = (codes = NETWORKS, scope = '*') => {
      const user = app.as(aCaller('ann', [{ scope, environment: '*', codes }]))
      return {
        post: <T>(call: string, body: object) =>
          user.post<T>(`/adjust/redis/connection/${call}`, { lineId: line.lineId, ...body }),
        names: async (lineId: string) => {
          const { body } = await user.get<RedisConnection[]>(`/adjust/redisConnections?lineId=${lineId}`)
          return body.data.map(({ name }) => name)
        },
      }
    }
    return { store, app, connections, asked, speak }
  }

  test('a file with anything in the place of its fields is refused row by row', async () => {
    const { speak } = await desk()
    const deep = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
    const rows = [
      '{"name": "deep", "host": ' + deep(200_000) + '}',
      '{"name": "no text", "host": {"toString": 1, "valueOf": 1}}',
      '{"name": "no node", "host": "h", "mode": "sentinel", "sentinel": {"nodes": [null, 7]}}',
      '{"__proto__": {"host": "h"}, "constructor": {"prototype": {"readOnly": false}}, "name": "proto"}',
      'null',
    ]
    const text = `{"format": "quarterdeck-redis-connections", "version": 1, "connections": [${rows.join()}]}`
    const answer = await speak().post<Imported>('import', { text, apply: true })
    expect(answer).toMatchObject({ http: 200, body: { data: { counts: { added: 0, refused: 5 } } } })
    expect(answer.body.data.rows.map(({ state }) => state)).toEqual(rows.map(() => 'refused'))
  })

  test('a line goes to another one with its secrets, under a passphrase and after a proof', async () => {
    const { app, connections, speak, asked } = await desk()
    const ann = speak()
    const secrets = { password: 'canary-7' }
    await ann.post('save', { config: aConfig({ tags: ['x'] }), secrets })
    await ann.post('save', { config: aConfig({ name: 'second' }), secrets: {} })
    const bare = await ann.post<{ text: string; connections: number }>('export', {})
    expect(bare.body.data.connections).toBe(2)
    expect(asked).toEqual([])
    const passphrase = 'correct horse battery'
    const whole = await ann.post<{ text: string }>('export', { passphrase })
    expect(asked).toHaveLength(1)
    expect(bare.raw + whole.raw).not.toContain('canary-7')
    const body = { lineId: other.lineId, text: whole.body.data.text, passphrase }
    const dry = await ann.post<Imported>('import', { ...body, apply: false })
    expect(dry.body.data).toMatchObject({ counts: { added: 2, exists: 0, refused: 0 }, isApplied: false })
    expect(await ann.names(other.lineId)).toEqual([])
    const done = await ann.post<Imported>('import', { ...body, apply: true })
    expect(done.body.data.isApplied).toBe(true)
    expect(await ann.names(other.lineId)).toEqual(['game-s1', 'second'])
    const [row] = await connections.list(aCaller('x', [{ scope: '*', environment: '*', codes: ['*'] }]), {
      lineId: other.lineId,
    })
    expect((await connections.findConnection(other.lineId, row!.id)).secrets.password).toBe('canary-7')
    expect(JSON.stringify(app.audits)).not.toMatch(/canary-7|correct horse/)
    await app.close()
  })

  test('merges: what is there stays, what is wrong is told, the rest is added', async () => {
    const { app, speak, store } = await desk()
    const ann = speak()
    await ann.post('save', { config: aConfig({ name: 'live', host: 'old.example.com' }), secrets: {} })
    const text = ano([
      { host: 'r.example.com', name: 'live', auth: 'x' },
      { host: 'bad host', name: 'broken' },
      { host: '10.1.2.3', name: 'inner' },
      { host: 'r.example.com', name: 'twice' },
      { host: 'r2.example.com', name: 'twice' },
      { host: 'r.example.com', port: '99999', name: 'port' },
    ])
    const { data } = (await ann.post<Imported>('import', { text, apply: true })).body
    expect(data.rows.map(({ name, state, field }) => [name, state, field])).toEqual([
      ['live', 'exists', ''],
      ['broken', 'refused', 'config.host'],
      ['inner', 'added', ''],
      ['twice', 'added', ''],
      ['twice', 'exists', ''],
      ['port', 'refused', 'config.port'],
    ])
    expect(data.counts).toEqual({ added: 2, exists: 2, refused: 2 })
    const rows = await store.read.selectFrom('redis_connection').selectAll().orderBy('position').execute()
    expect(rows.map(({ config }) => JSON.parse(config))).toMatchObject([
      { name: 'live', host: 'old.example.com' },
      { name: 'inner', allowPrivate: true, allowLoopback: false },
      { name: 'twice', host: 'r.example.com', allowPrivate: false },
    ])
    await app.close()
  })

  test('opens no network for who may not, and needs login, permission and line', async () => {
    const { app, speak } = await desk()
    const text = ano([{ host: '127.0.0.1', name: 'own' }])
    const { data } = (await speak(MANAGE).post<Imported>('import', { text, apply: true })).body
    expect(data).toMatchObject({ rows: [{ state: 'refused', field: 'config.host' }], isApplied: false })
    const url = '/adjust/redis/connection'
    const body = { lineId: line.lineId, text, apply: false }
    expect((await app.anonymous.post(`${url}/import`, body)).http).toBe(401)
    expect((await app.anonymous.post(`${url}/export`, { lineId: line.lineId })).http).toBe(401)
    for (const [call, input] of [
      ['import', { text, apply: false }],
      ['export', {}],
    ] as const) {
      const { body: refused } = await speak(['redis.redis.read']).post(call, input)
      expect(refused.err?.code).toBe('forbidden')
      const { body: foreign } = await speak(MANAGE, 'lantern/harbour').post(call, input)
      expect(foreign.err?.code).toBe('scope_forbidden')
    }
    const { body: wrong } = await speak().post('import', { text: 'hello', apply: false })
    expect(wrong.err).toMatchObject({ code: 'redis_import_invalid', field: 'text' })
    expect((await speak().post('export', { passphrase: 'short' })).body.err?.field).toBe('passphrase')
    await app.close()
  })
})
