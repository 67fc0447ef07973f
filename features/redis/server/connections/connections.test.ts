import { createEnvelopeBox, createSealedBox } from '@qd/server-kit'
import type { LineRecord, SecretBox } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { CONNECTIONS_MAX, redisResource } from '../../contract/index.ts'
import type { ConnectionConfig, RedisConnection } from '../../contract/index.ts'
import { aConfig } from '../testing/a-config.ts'
import { connectionMigrations } from './connection-migrations.ts'
import { Connections } from './connections.ts'
import { serveConnections } from './serve-connections.ts'
import type { ConnectionTables } from './tables.ts'

const line = aServer()
const production = aServer({
  lineId: 'harbour-prod',
  operator: 'harbour',
  environment: 'production',
  sId: 11,
})
const READ = 'redis.redis.read'
const MANAGE = 'redis.redis.connections'
const CANARY = 'canary-secret-91'
const texts = new URL('../../contract/locales/', import.meta.url)

const lineOf = ({ game, operator, lineId, environment }: typeof line): LineRecord => ({
  game,
  operator,
  lineId,
  environment,
  lineCode: lineId,
  name: lineId,
  channels: [],
})
const lines = [line, production].map(lineOf)

interface Answer {
  http: number
  body: { err?: { code: string; field?: string } }
}
const codeOf = ({ http, body }: Answer) => `${http} ${body.err?.code ?? 'ok'} ${body.err?.field ?? ''}`.trim()

describeStored('connections', connectionMigrations, (open) => {
  async function desk(
    box: SecretBox = createEnvelopeBox(Buffer.alloc(32, 7)),
    given?: Store<ConnectionTables>,
  ) {
    const store = given ?? (await open<ConnectionTables>())
    const opened = new Set<string>()
    const connections = new Connections({
      store,
      secretBox: box,
      catalogue: () => ({ lines, lineById: new Map(lines.map((each) => [each.lineId, each])) }),
      sockets: [],
      isOpen: (sessionId, id) => opened.has(`${sessionId} ${id}`),
    })
    const app = createTestApp({
      features: [
        {
          name: 'redis',
          resources: [redisResource],
          texts,
          routes: serveConnections(connections, {
            store,
            secretBox: box,
            sockets: [],
            say: (error) => error.def.code,
          }),
        },
      ],
      scope: fixedScope([line, production]),
      store: store as never,
    })
    const speak = (name: string, codes = [READ, MANAGE], scope = '*') => {
      const user = app.as(aCaller(name, [{ scope, environment: '*', codes }]))
      return {
        list: async (query = '') =>
          (await user.get<RedisConnection[]>(`/adjust/redisConnections${query}`)).body.data,
        post: <T>(call: string, body: object) =>
          user.post<T>(`/adjust/redis/connection/${call}`, { lineId: line.lineId, ...body }),
        save: (config: Partial<ConnectionConfig> = {}, more: object = {}) =>
          user.post<{ connection: RedisConnection }>('/adjust/redis/connection/save', {
            lineId: line.lineId,
            config: aConfig(config),
            secrets: {},
            ...more,
          }),
      }
    }
    return { store, app, connections, opened, speak, ann: speak('ann') }
  }

  test('[S5.08] a text that is no private key is refused at its field', async () => {
    const { ann } = await desk()
    const ssh = [{ host: 'jump.example.com', port: 22, username: 'ops', auth: 'key', hostKey: '' } as const]
    const saved = await ann.save({ ssh }, { secrets: { ssh: [{ privateKey: 'hello' }] } })
    expect(codeOf(saved)).toMatch(/^4\d\d redis_key_file_expired secrets\.ssh\.0\.privateKey$/)
    expect(await ann.list()).toEqual([])
  })

  test('[S3.15][S7.10] are made, listed with what the caller may do, changed and deleted', async () => {
    const { app, ann, speak, connections } = await desk()
    const saved = await ann.save({ tags: ['live'] }, { secrets: { password: CANARY } })
    const made = saved.body.data.connection
    expect(made).toMatchObject({
      name: 'game-s1',
      hasPassword: true,
      revision: 1,
      position: 0,
      tags: ['live'],
    })
    expect(made).toMatchObject({ separator: ':', timeout: 10_000, masterName: '', connectionReadOnly: false })
    const change = { connectionId: made.id, revision: 1 }
    const watcher = speak('wes', [READ, 'redis.redis.dangerous'])
    expect(await watcher.list()).toMatchObject([{ mayEndanger: true, mayFlush: false, mayEdit: false }])
    const changed = await ann.save({ name: 'cache', readOnly: true }, change)
    expect(await watcher.list()).toMatchObject([{ mayEndanger: false }])
    expect(changed.body.data.connection).toMatchObject({ id: made.id, name: 'cache', revision: 2 })
    expect((await connections.findConnection(line.lineId, made.id)).secrets.password).toBe(CANARY)
    const reader = speak('rob', [READ])
    expect(await reader.list()).toMatchObject([{ name: 'cache', mayEdit: false, mayManage: false }])
    const editor = speak('eve', [READ, MANAGE, 'redis.redis.edit'])
    expect(await editor.list()).toMatchObject([{ mayEdit: false, mayManage: true, connectionReadOnly: true }])
    expect(JSON.stringify([saved.raw, changed.raw, await ann.list()])).not.toContain(CANARY)
    expect(codeOf(await ann.post('delete', { connectionId: made.id, revision: 2 }))).toBe('200 ok')
    expect(await ann.list()).toEqual([])
    await app.close()
  })

  test('keep a second user for scripts, whose password is sealed and goes with it', async () => {
    const { app, ann, connections, store } = await desk()
    const config = { scriptUser: 'scripts' }
    const saved = await ann.save(config, { secrets: { password: 'main', scriptPassword: CANARY } })
    const { connection } = saved.body.data
    expect(connection).toMatchObject({ scriptUser: 'scripts', secrets: { scriptPassword: true } })
    const stored = async () => (await connections.findConnection(line.lineId, connection.id)).secrets
    expect((await stored()).scriptPassword).toBe(CANARY)
    const [row] = await store.read.selectFrom('redis_connection').selectAll().execute()
    expect(JSON.stringify([saved.raw, await ann.list(), row])).not.toContain(CANARY)
    const change = { connectionId: connection.id, revision: 1 }
    // Left out it stays, and it never travels to another server.
    await ann.save({ ...config, tags: ['live'] }, change)
    expect((await stored()).scriptPassword).toBe(CANARY)
    const moved = await ann.save(
      { ...config, host: 'elsewhere.example' },
      { ...change, revision: 2, secrets: { password: '' } },
    )
    expect(codeOf(moved)).toBe('422 redis_secrets_again config.host')
    expect(codeOf(await ann.save({ scriptUser: 'default' }, { ...change, revision: 2 }))).toBe(
      '422 redis_config_invalid config.scriptUser',
    )
    await ann.save({}, { ...change, revision: 2 })
    expect(await stored()).toMatchObject({ password: 'main', scriptPassword: '' })
    await app.close()
  })

  test('of an older console and older scripts have no user for scripts', async () => {
    const { app, ann, connections, store } = await desk()
    const { scriptUser: _none, ...config } = aConfig()
    const saved = await ann.post<{ connection: RedisConnection }>('save', { config, secrets: {} })
    const { id } = saved.body.data.connection
    expect(saved.body.data.connection.scriptUser).toBe('')
    const secrets = JSON.stringify({ password: '', sentinelPassword: '', tlsKey: '', ssh: [] })
    await store.write((tx) =>
      tx
        .updateTable('redis_connection')
        .set({ config: JSON.stringify(config), secrets })
        .execute(),
    )
    expect(await ann.list()).toMatchObject([{ scriptUser: '', secrets: { scriptPassword: false } }])
    const found = await connections.findConnection(line.lineId, id)
    expect([found.config.scriptUser, found.secrets.scriptPassword]).toEqual(['', ''])
    await app.close()
  })

  test('[S7.10] show those of lines the caller may read, no others', async () => {
    const { app, ann, speak } = await desk()
    await ann.save()
    await ann.save({ name: 'prod' }, { lineId: production.lineId })
    const names = async (user: typeof ann, query = '') => (await user.list(query))?.map(({ name }) => name)
    expect((await names(ann)).toSorted()).toEqual(['game-s1', 'prod'])
    expect(await names(ann, `?lineId=${production.lineId}`)).toEqual(['prod'])
    const near = speak('near', [READ], 'lantern/northwind')
    expect(await names(near)).toEqual(['game-s1'])
    expect(await names(speak('none', [MANAGE]))).toBeUndefined()
    const blind = speak('blind', [READ], 'tides')
    expect(await names(blind)).toEqual([])
    expect((await ann.list()).map(({ environment }) => environment).toSorted()).toEqual([
      'production',
      'test',
    ])
    await app.close()
  })

  test('keep secrets that are left out, remove empty ones, and seal them all', async () => {
    const { app, ann, store, connections } = await desk()
    const hop = {
      host: 'jump.example.com',
      port: 22,
      username: 'ops',
      auth: 'password',
      hostKey: '',
    } as const
    const ssh = [hop, { ...hop, host: 'inner' }]
    const secrets = { password: `${CANARY}1`, ssh: [{ password: `${CANARY}2` }, { password: `${CANARY}3` }] }
    const { id } = (await ann.save({ ssh }, { secrets })).body.data.connection
    const second = await ann.save(
      { ssh },
      { connectionId: id, revision: 1, secrets: { ssh: [{}, { password: 'n' }] } },
    )
    expect(second.body.data.connection.secrets).toMatchObject({
      password: true,
      ssh: [{ password: true }, { password: true }],
    })
    expect((await connections.findConnection(line.lineId, id)).secrets).toMatchObject({
      password: `${CANARY}1`,
      ssh: [{ password: `${CANARY}2` }, { password: 'n' }],
    })
    const third = await ann.save({ ssh }, { connectionId: id, revision: 2, secrets: { password: '' } })
    expect(third.body.data.connection).toMatchObject({ hasPassword: false })
    const rows = await store.read.selectFrom('redis_connection').selectAll().execute()
    expect(JSON.stringify([rows, app.audits])).not.toContain(CANARY)
    // Sealed for its own place: another row cannot use it.
    const [row] = rows
    await store.write((tx) =>
      tx
        .insertInto('redis_connection')
        .values({ ...row!, id: 'copy', name: 'copy' })
        .execute(),
    )
    await expect(connections.findConnection(line.lineId, 'copy')).rejects.toThrow('secrets_sealed')
    await app.close()
  })

  test('one whose password is not known to the editor cannot be led to their own server', async () => {
    const { app, ann } = await desk()
    const { id } = (await ann.save({}, { secrets: { password: CANARY } })).body.data.connection
    const seen = { connectionId: id, revision: 1 }
    const moved = await ann.save({ host: 'evil.example.com' }, seen)
    expect(codeOf(moved)).toBe('422 redis_secrets_again config.host')
    expect(
      codeOf(await ann.save({ host: 'evil.example.com' }, { ...seen, secrets: { password: 'own' } })),
    ).toBe('200 ok')
    await app.close()
  })

  test('[S8.07] names are one a line, and one that was changed meanwhile is not written over', async () => {
    const { app, ann } = await desk()
    const both = (await Promise.all([ann.save(), ann.save()])).map(codeOf).toSorted()
    expect(both).toEqual(['200 ok', '409 redis_connection_exists config.name'])
    expect(codeOf(await ann.save({}, { lineId: production.lineId }))).toBe('200 ok')
    const other = (await ann.save({ name: 'other' })).body.data.connection
    const seen = { connectionId: other.id, revision: 1 }
    expect(codeOf(await ann.save({}, seen))).toBe('409 redis_connection_exists config.name')
    const changes = [1, 2].map((db) => ann.save({ name: `n${db}` }, seen))
    expect((await Promise.all(changes)).map(codeOf).toSorted()).toEqual([
      '200 ok',
      '409 redis_connection_changed revision',
    ])
    expect(codeOf(await ann.post('delete', seen))).toBe('409 redis_connection_changed revision')
    const renamed: string[] = []
    for (const name of ['p', 'q']) {
      const { id } = (await ann.save({ name })).body.data.connection
      renamed.push(id)
    }
    const twins = renamed.map((id) => ann.save({ name: 'twin' }, { connectionId: id, revision: 1 }))
    expect((await Promise.all(twins)).map(codeOf).toSorted()).toEqual([
      '200 ok',
      '409 redis_connection_exists config.name',
    ])
    await app.close()
  })

  test('[S4.13][S8.07] has to be closed before it is edited or deleted', async () => {
    const { app, ann, opened, speak } = await desk()
    const { id } = (await ann.save()).body.data.connection
    opened.add(`session-ann ${id}`)
    const seen = { connectionId: id, revision: 1 }
    expect(codeOf(await ann.save({ name: 'x' }, seen))).toBe('409 redis_close_first')
    expect(codeOf(await ann.post('delete', seen))).toBe('409 redis_close_first')
    // Somebody else’s links end by the news of the change.
    expect(codeOf(await speak('bob').save({ name: 'x' }, seen))).toBe('200 ok')
    await app.close()
  })

  test('are put in order, all of them', async () => {
    const { app, ann } = await desk()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push((await ann.save({ name })).body.data.connection.id)
    expect(codeOf(await ann.post('order', { ids: ids.toReversed() }))).toBe('200 ok')
    expect((await ann.list()).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    expect(codeOf(await ann.post('order', { ids: ids.slice(1) }))).toBe('409 redis_connection_changed ids')
    await app.close()
  })

  test('tell every node of a change when it is committed', async () => {
    const { app, ann, connections, store } = await desk()
    const other = (await desk(undefined, store)).connections
    const news: (string | null)[] = []
    other.whenChanged((id) => news.push(id))
    const stop = connections.whenChanged(() => news.push('stopped'))
    stop()
    const { id } = (await ann.save()).body.data.connection
    await ann.save({}, { connectionId: id, revision: 9 })
    expect(news).toEqual([])
    await ann.save({ name: 'x' }, { connectionId: id, revision: 1 })
    await ann.post('delete', { connectionId: id, revision: 2 })
    await expect.poll(() => news, { timeout: 30_000 }).toEqual([id, id])
    await app.close()
  })

  test('need login, permission and line; what is wrong is named', async () => {
    const { app, ann, speak } = await desk()
    const url = '/adjust/redis/connection/save'
    const body = { lineId: line.lineId, config: aConfig(), secrets: {} }
    expect(codeOf(await app.anonymous.post(url, body))).toMatch(/^401/)
    expect(codeOf(await app.anonymous.get('/adjust/redisConnections'))).toMatch(/^401/)
    expect(codeOf(await speak('rob', [READ]).save())).toMatch(/^403 forbidden/)
    expect(codeOf(await speak('near', [READ, MANAGE], 'lantern/harbour').save())).toMatch(
      /^403 scope_forbidden/,
    )
    const { id } = (await ann.save()).body.data.connection
    const foreign = { lineId: production.lineId, connectionId: id, revision: 1 }
    expect(codeOf(await ann.save({}, foreign))).toBe('404 redis_connection_not_found connectionId')
    expect(codeOf(await ann.post('delete', foreign))).toBe('404 redis_connection_not_found connectionId')
    expect(codeOf(await ann.save({ name: ' ' }))).toMatch(/^400 field_invalid config.name/)
    expect(codeOf(await ann.save({ name: 'n', port: 0 }))).toMatch(/^400 field_invalid config.port/)
    expect(codeOf(await ann.save({ name: 'n', host: '' }))).toBe('422 redis_config_invalid config.host')
    const bad: Record<string, string>[] = [{ del: 'K' }, { DEL: '' }, { DEL: 'K D' }, { DEL: 'x'.repeat(65) }]
    for (const renamedCommands of bad) {
      const answer = codeOf(await ann.save({ name: 'n', renamedCommands }))
      expect(answer, JSON.stringify(renamedCommands)).toMatch(/^400 field_invalid config.renamedCommands/)
    }
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`C${at}`, `k${at}`]))
    expect(codeOf(await ann.save({ name: 'n', renamedCommands: many }))).toBe(
      '422 redis_config_invalid config.renamedCommands',
    )
    const loopback = { name: 'n', host: '127.0.0.1', allowLoopback: true }
    expect(codeOf(await ann.save(loopback))).toBe('403 redis_network_forbidden config.allowLoopback')
    const open = app.as(aCaller('root', [everything]))
    expect(codeOf(await open.post(url, { ...body, config: aConfig(loopback) }))).toBe('200 ok')
    await app.close()
  })

  test('a line holds so many', async () => {
    const { app, ann, store } = await desk()
    const { id } = (await ann.save()).body.data.connection
    const row = await store.read.selectFrom('redis_connection').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: CONNECTIONS_MAX - 1 }, (_, at) => ({
      ...row,
      id: `c${at}`,
      name: `c${at}`,
    }))
    await store.write((tx) => tx.insertInto('redis_connection').values(more).execute())
    expect(codeOf(await ann.save({ name: 'more' }))).toBe('429 redis_connections_full')
    expect(codeOf(await ann.save({ name: 'same' }, { connectionId: id, revision: 1 }))).toBe('200 ok')
    await app.close()
  })

  test('are listed while the secrets are sealed, and none is saved', async () => {
    const first = await desk()
    await first.ann.save({}, { secrets: { password: CANARY } })
    const { ann, connections } = await desk(createSealedBox(), first.store)
    const [kept] = await ann.list()
    expect(kept).toMatchObject({ hasPassword: true })
    expect(codeOf(await ann.save({ name: 'x' }, { secrets: { password: 'p' } }))).toMatch(/secrets_sealed/)
    await expect(connections.findConnection(line.lineId, kept!.id)).rejects.toThrow('secrets_sealed')
    await first.app.close()
  })
})
