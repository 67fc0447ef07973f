import { strFromU8, unzipSync } from 'fflate'
import { GameError, wholeAdapter } from '@qd/game-contract/adapter'
import type { AdapterProto } from '@qd/game-contract/adapter'
import type { Grant } from '@qd/contract-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { StoreError } from '@qd/store'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { expect, test, vi } from 'vitest'
import type { DefinitionChange, DefinitionVersion } from '../../contract/index.ts'
import { createSimulatorFeature, definitionMigrations, simulatorMigrations } from '../index.ts'
import type { KeptTables } from '../gateway/kept/kept-tables.ts'
import { keepDefinition } from './keep-definition.ts'
import type { DefinitionTables } from './tables.ts'

const field = (id: number, type = 'int32', more: object = {}) => ({ id, type, ...more })
const message = (fields: object, more: object = {}) => ({ fields, ...more })
const command = { cmd: 1401, name: 'BagList', req: 'g.BagReq', res: 'g.BagRes', push: '', comment: '背包' }
const cmds = [command]

const first = {
  g: {
    nested: {
      BagReq: message({ page: field(1) }),
      BagRes: message({ items: field(1, 'Item', { rule: 'repeated' }) }),
      Item: message({ id: field(1), count: field(2), bind: field(3, 'bool') }, { comment: '物品' }),
    },
  },
}
/** `bind` is gone, and its number means something else. */
const second = {
  g: {
    nested: {
      ...first.g.nested,
      Item: message({ id: field(1), count: field(2, 'int64'), until: field(3, 'string') }),
    },
  },
}

const MIGRATIONS = [...simulatorMigrations, ...definitionMigrations]
const reading: Grant = { scope: 'lantern/northwind', environment: '*', codes: ['mock.simulator.read'] }
const servers = [aServer({ sId: 123 }), aServer({ sId: 124, key: 'lantern:3:124' })]

function startDesk(store: Store<DefinitionTables>) {
  const world = { says: { nested: first, cmds } as AdapterProto | GameError, now: 1_000_000 }
  const adapter = wholeAdapter({
    name: 'fake',
    meta: () => Promise.reject(new Error('nobody asks')),
    proto: { read: async () => (world.says instanceof GameError ? Promise.reject(world.says) : world.says) },
  })
  const reach = {
    reach: async () => ({ ...adapter, target: {} as never }),
    serversOf: () => servers,
  }
  const feature = createSimulatorFeature({
    store,
    reach,
    groups: { idsOf: async () => [], knownTo: async () => [] },
    codecOf: () => null,
    ws: '/live',
    now: () => world.now,
  })
  const app = createTestApp({ features: [feature], scope: fixedScope(servers), store: store.as() })
  const lin = app.as(aCaller('lin', [reading]))
  const look = async (sId = 123) =>
    (await lin.get<{ hash: string }>(`/adjust/proto?sId=${sId}`)).body.data.hash
  const versions = async (sId = 123) =>
    (await lin.post<{ versions: DefinitionVersion[] }>('/mock/definition/list', { sId })).body.data.versions
  const file = async (kind: string, hash: string, lang = 'en') => {
    const url = `/mock/definition/${kind}?sId=123&hash=${hash}`
    return app.app.inject({ method: 'GET', url, headers: { token: 'lin', lang } })
  }
  const sweep = () => feature.cleanUps![0]!.run()
  return { ...app, world, lin, look, versions, file, sweep, store }
}

describeStored('versions of message definitions', MIGRATIONS, (open) => {
  const desk = async () => startDesk(await open<DefinitionTables>())

  test('[S7.20] each content a server says is kept once, with who saw it first', async () => {
    const { world, look, versions, store } = await desk()
    const old = await look()
    world.now += 5_000
    expect(await look()).toBe(old)
    // The same in another order is the same version.
    world.says = {
      nested: { g: { nested: Object.fromEntries(Object.entries(first.g.nested).toReversed()) } },
      cmds,
    }
    expect(await look()).toBe(old)
    world.says = { nested: second, cmds }
    const newest = await look()
    expect(newest).not.toBe(old)
    expect(await versions()).toEqual([
      expect.objectContaining({
        hash: newest,
        firstAt: 1_005_000,
        firstBy: 'lin',
        previous: old,
        messages: 3,
      }),
      expect.objectContaining({ hash: old, firstAt: 1_000_000, previous: '', changes: 0, breaking: 0 }),
    ])
    // Another server that says the same has a history of its own, of the same content.
    expect(await look(124)).toBe(newest)
    expect(await versions(124)).toMatchObject([{ hash: newest, previous: '' }])
    expect(await store.read.selectFrom('simulator_definition').select('hash').execute()).toHaveLength(2)
  })

  test('[S7.20] a version that comes back is the newest again', async () => {
    const { world, look, versions } = await desk()
    const old = await look()
    world.now += 1_000
    world.says = { nested: second, cmds }
    await look()
    world.now += 1_000
    world.says = { nested: first, cmds }
    await look()
    expect((await versions())[0]).toMatchObject({ hash: old, lastAt: 1_002_000 })
  })

  test('[S7.20] an older version is read as it was, and compared', async () => {
    const { world, look, lin, versions } = await desk()
    const old = await look()
    world.now += 1
    const added = { cmd: 1, name: 'Added', req: 'g.BagReq', res: '', push: '', comment: '' }
    world.says = { nested: second, cmds: [added, { ...command, cmd: 1402 }] }
    const newest = await look()
    const kept = await lin.post<{ proto: unknown; cmds: unknown }>('/mock/definition/get', {
      sId: 123,
      hash: old,
    })
    expect(kept.body.data).toEqual({ hash: old, proto: { nested: first }, cmds })
    const ask = { sId: 123, against: old, hash: newest }
    const { body } = await lin.post<{ changes: DefinitionChange[]; total: number; breaking: number }>(
      '/mock/definition/compare',
      ask,
    )
    expect(body.data.changes.map(({ code, path, isBreaking }) => [code, path, isBreaking])).toEqual(
      expect.arrayContaining([
        ['field_number_reused', 'g.Item.until', true],
        ['field_type_changed', 'g.Item.count', true],
        ['command_moved', 'BagList', true],
      ]),
    )
    const flags = body.data.changes.map(({ isBreaking }) => Number(isBreaking))
    expect(flags).toEqual(flags.toSorted((a, b) => b - a))
    expect(body.data.breaking).toBeLessThan(body.data.total)
    expect(body.data.total).toBe(body.data.changes.length)
    const marked = (await versions())[0]
    expect([marked!.changes, marked!.breaking]).toEqual([body.data.total, body.data.breaking])
  })

  test('a version that cannot be read is not said to be the same', async () => {
    const { world, look, lin, versions } = await desk()
    const old = await look()
    world.now += 1
    world.says = { nested: { g: { nested: { BagReq: message({ page: field(0) }) } } }, cmds }
    const broken = await look()
    expect((await versions())[0]).toMatchObject({ hash: broken, changes: null, breaking: 0 })
    for (const [against, hash] of [
      [old, broken],
      [broken, old],
    ]) {
      expect(await lin.post('/mock/definition/compare', { sId: 123, against, hash })).toMatchObject({
        http: 422,
        body: { err: { code: 'simulator_definition_invalid' } },
      })
    }
  })

  test('[S7.20] a disk without room keeps no version, and the definitions are read all the same', async () => {
    const { world, lin, versions, store } = await desk()
    const write = vi.spyOn(store, 'write').mockRejectedValue(new StoreError('store_full', 'no room'))
    const answer = await lin.get<{ cmds: unknown }>('/adjust/proto?sId=123')
    expect(answer).toMatchObject({ http: 200, body: { data: { cmds } } })
    expect(write).toHaveBeenCalled()
    expect(await versions()).toEqual([])
    write.mockRestore()
    world.now += 1
    await lin.get('/adjust/proto?sId=123')
    expect(await versions()).toHaveLength(1)
  })

  test('[S7.17] a version is saved as .proto files and as a descriptor', async () => {
    const { look, file, world } = await desk()
    const old = await look()
    world.says = { nested: second, cmds }
    await look()
    const zip = await file('proto', old)
    expect(zip.headers['content-disposition']).toMatch(/^attachment; filename="proto-123-[0-9a-f]{8}\.zip"$/)
    const files = unzipSync(new Uint8Array(zip.rawPayload))
    expect(strFromU8(files['g.proto']!)).toContain('bool bind = 3;')
    const descriptor = await file('descriptor', old)
    expect(JSON.parse(descriptor.body)).toEqual({ nested: first, cmds })
  })

  test('a server shows only what it had itself', async () => {
    const { look, lin, file } = await desk()
    const hash = await look()
    const asked = { sId: 124, hash }
    for (const answer of [
      await lin.post('/mock/definition/get', asked),
      await lin.post('/mock/definition/compare', { sId: 124, against: hash, hash }),
    ]) {
      expect(answer).toMatchObject({ http: 404, body: { err: { code: 'definition_unknown' } } })
    }
    expect((await file('proto', '0'.repeat(64))).statusCode).toBe(404)
  })

  test('the calls need a sign-in, the permission, the place and a hash', async () => {
    const { look, anonymous, as, lin } = await desk()
    const hash = await look()
    const stranger = as(aCaller('stranger', [{ ...reading, codes: ['mock.simulator.hash'] }]))
    const far = as(aCaller('far', [{ ...reading, scope: 'lantern/harbour' }]))
    const bodies = {
      list: { sId: 123 },
      get: { sId: 123, hash },
      compare: { sId: 123, against: hash, hash },
    }
    for (const [name, body] of Object.entries(bodies)) {
      const url = `/mock/definition/${name}`
      expect(await anonymous.post(url, body)).toMatchObject({ http: 401 })
      expect(await stranger.post(url, body)).toMatchObject({ http: 403 })
      expect(await far.post(url, body)).toMatchObject({
        http: 403,
        body: { err: { code: 'scope_forbidden' } },
      })
    }
    for (const kind of ['proto', 'descriptor', 'site']) {
      const url = `/mock/definition/${kind}?sId=123&hash=${hash}`
      expect(await anonymous.get(url)).toMatchObject({ http: 401 })
      expect(await stranger.get(url)).toMatchObject({ http: 403 })
      expect(await far.get(url)).toMatchObject({ http: 403 })
      const bad = await lin.get(`/mock/definition/${kind}?sId=123&hash=..%2F..`)
      expect(bad).toMatchObject({ http: 400, body: { err: { field: 'hash' } } })
    }
  })

  test('a game that is down fails the reading; what is kept is read all the same', async () => {
    const { world, look, lin, versions } = await desk()
    const hash = await look()
    world.says = new GameError({ kind: 'down' })
    expect(await lin.get('/adjust/proto?sId=123')).toMatchObject({ http: 503 })
    expect(await versions()).toHaveLength(1)
    expect((await lin.post('/mock/definition/get', { sId: 123, hash })).http).toBe(200)
  })

  test('the clean-up keeps the newest 200 of a game, and no content that nobody had', async () => {
    const { world, look, versions, sweep, store } = await desk()
    const old = await look()
    const row = await store.read.selectFrom('simulator_definition').selectAll().executeTakeFirstOrThrow()
    const seen = await store.read
      .selectFrom('simulator_definition_seen')
      .selectAll()
      .executeTakeFirstOrThrow()
    const hashes = Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(64, '0'))
    await store.write(async (tx) => {
      for (const [n, hash] of hashes.entries()) {
        await tx
          .insertInto('simulator_definition')
          .values({ ...row, hash })
          .execute()
        await tx
          .insertInto('simulator_definition_seen')
          .values({ ...seen, hash, last_at: seen.last_at + n + 1 })
          .execute()
      }
    })
    await sweep()
    expect((await versions()).some(({ hash }) => hash === old)).toBe(false)
    const contents = () => store.read.selectFrom('simulator_definition').select('hash').execute()
    // A content may just be about to be named by another server.
    expect(await contents()).toHaveLength(201)
    // What the server still says is kept again, however short ago it was noted.
    world.now += 1_000
    await look()
    expect((await versions())[0]).toMatchObject({ hash: old })
    world.now += 3_600_001
    await sweep()
    expect(await contents()).toHaveLength(200)
  })

  test('the clean-up leaves the content that a kept time line needs', async () => {
    const { world, look, sweep, store } = await desk()
    const hash = await look()
    const contents = () => store.read.selectFrom('simulator_definition').select('hash').execute()
    const texts = { user_id: 'u', line_id: 'l', name: 'n', title: '', record_id: '', u_id: '', node_id: '' }
    const numbers = { frames: 1, bytes: 1, kept_at: 1, s_id: null }
    const kept = store.as<KeptTables>()
    await kept.write((tx) =>
      tx
        .insertInto('simulator_kept')
        .values({ id: 'k', node_name: '', definition_hash: hash, ...texts, ...numbers })
        .execute(),
    )
    await store.write((tx) => tx.deleteFrom('simulator_definition_seen').execute())
    world.now += 3_600_001
    await sweep()
    expect(await contents()).toEqual([{ hash }])
    await kept.write((tx) => tx.deleteFrom('simulator_kept').execute())
    await sweep()
    expect(await contents()).toEqual([])
  })

  test('a history that cannot be written stops nobody who reads', async () => {
    const store = await open<DefinitionTables>()
    const faults: unknown[] = []
    const lost = new StoreError('store_unavailable', 'the database went')
    const deps = {
      store: { ...store, read: store.read, write: () => Promise.reject(lost) } as Store<DefinitionTables>,
      reach: null as never,
      nowMs: () => 1,
      onFault: (error: unknown) => faults.push(error),
      noted: new Map(),
    }
    const hash = await keepDefinition(deps, servers[0]!, { nested: first, cmds }, 'lin')
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(faults).toEqual([lost])
  })
})
