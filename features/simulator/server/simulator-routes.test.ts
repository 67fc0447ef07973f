import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer, startLyingGame } from '@qd/adapter-standard/testing'
import type { HttpPersonality, LyingGame } from '@qd/adapter-standard/testing'
import { wholeAdapter } from '@qd/game-contract/adapter'
import { NonceMemory, verifyEnterHash } from '@qd/game-contract/signing'
import { QD1, readDescriptor } from '@qd/game-frame'
import type { ReachPort } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { openStoreForTest } from '@qd/store/testing'
import type { DefinitionTables } from './definitions/tables.ts'
import type { GatewayTables } from './gateway/gateway-tables.ts'
import type { RequestTables } from './requests/request-tables.ts'
import { createSimulatorFeature, definitionMigrations, simulatorMigrations } from './index.ts'

let game: LyingGame
let store: Store<DefinitionTables & GatewayTables & RequestTables>
let app: ReturnType<typeof createTestApp>
let codec: unknown = QD1
const patient = createStandardAdapter({ dialer: plainDialer(), cacheMs: 0 })
const hasty = createStandardAdapter({ dialer: plainDialer(), readTimeoutMs: 300, cacheMs: 0 })
let adapter = patient
const servers = [aServer({ sId: 123 })]
const NO_GROUPS = { idsOf: async () => [], knownTo: async () => [] }

async function start() {
  game = await startLyingGame('honest', { sId: 123 })
  store = await openStoreForTest('sqlite', [...simulatorMigrations, ...definitionMigrations])
  const reach: ReachPort = {
    reach: async () => ({ ...adapter, target: game.target }),
    serversOf: () => servers,
  }
  app = createTestApp({
    features: [
      createSimulatorFeature({ store, reach, groups: NO_GROUPS, codecOf: () => codec, ws: '/live' }),
    ],
    scope: fixedScope(servers),
  })
}
beforeAll(start)
afterAll(async () => {
  await app.close()
  await game.stop()
  await store.close()
})
beforeEach(() => {
  codec = QD1
  adapter = patient
  game.behave('honest')
})

const holder = (...codes: string[]) =>
  app.as(aCaller(codes.join(), [{ scope: 'lantern/northwind', environment: '*', codes }]))
const reader = () => holder('mock.simulator.read')
const admin = () => app.as(aCaller('admin', [everything]))

describe('definitions', () => {
  it('[S7.20] gives the message definitions under proto.nested with the commands', async () => {
    const { body } = await reader().get<{ proto: unknown; cmds: unknown[] }>('/adjust/proto?sId=123')
    expect(body.data).toMatchObject({ proto: { nested: { honest: { nested: { EnterReq: {} } } } } })
    expect(body.data.cmds).toContainEqual({
      cmd: 1001,
      name: 'Enter',
      req: 'honest.EnterReq',
      res: 'honest.EnterRes',
      push: '',
      comment: 'enter the game',
    })
    expect(body.data).not.toHaveProperty('refusedBecause')
  })

  it.each<HttpPersonality>(['deep_definition', 'huge_definition'])(
    'keeps the last good definition when a game sends a %s',
    async (personality) => {
      await reader().get('/adjust/proto?sId=123')
      game.behave(personality)
      const { body } = await reader().get('/adjust/proto?sId=123')
      expect(body).toMatchObject({
        status: 0,
        data: { proto: { nested: { honest: {} } }, refusedBecause: expect.any(String) },
      })
    },
  )

  it.each<[HttpPersonality, number, string]>([
    ['bad_signature', 502, 'upstream_signature'],
    ['slow', 504, 'upstream_timeout'],
    ['refuse', 422, 'upstream_refused'],
  ])('fails as the game does: %s', async (personality, http, code) => {
    adapter = hasty
    game.behave(personality)
    expect(await reader().get('/adjust/proto?sId=123')).toMatchObject({ http, body: { err: { code } } })
  })

  it('an adapter without messages says that they are not offered', async () => {
    adapter = wholeAdapter({ name: 'few', meta: patient.meta })
    for (const url of ['/adjust/proto?sId=123', '/line/northwind-test/adjust/downloadProto'])
      expect(await reader().get(url)).toMatchObject({
        http: 409,
        body: { err: { code: 'capability_missing' } },
      })
  })

  it.each(['/adjust/downloadProto?sId=123', '/line/northwind-test/adjust/downloadProto'])(
    '[S7.17] downloads them as a zip of .proto files from %s',
    async (url) => {
      const answer = await app.app.inject({ method: 'GET', url, headers: { token: 'mock.simulator.read' } })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': expect.stringMatching(/^attachment; filename="proto-[\w-]+\.zip"$/),
      })
      const files = unzipSync(new Uint8Array(answer.rawPayload))
      expect(Object.keys(files)).toEqual(['honest.proto'])
      expect(new TextDecoder().decode(files['honest.proto'])).toContain('message EnterReq {')
    },
  )

  it('needs the permission and the place', async () => {
    for (const url of ['/adjust/proto?sId=123', '/adjust/downloadProto?sId=123']) {
      expect(await app.anonymous.get(url)).toMatchObject({ http: 401 })
      expect(await holder('mock.simulator.hash').get(url)).toMatchObject({ http: 403 })
      const foreign = app.as(aCaller('far', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }]))
      expect(await foreign.get(url)).toMatchObject({ http: 403, body: { err: { code: 'scope_forbidden' } } })
    }
    expect(await reader().get('/adjust/proto?sId=x')).toMatchObject({
      http: 400,
      body: { err: { field: 'sId' } },
    })
  })
})

describe('settings of the simulator', () => {
  it('[S7.19] gives the frame layout, its heartbeat and the console gateway', async () => {
    const { body } = await holder('nothing').get('/adjust/wstool/config')
    expect(body.data).toEqual({
      codec: JSON.parse(JSON.stringify(QD1)),
      heartbeat: QD1.heartbeat,
      project: 'wstool',
      protocol: 'protobuf',
      ws: '/live',
    })
  })

  it('gives no key of a cipher away', async () => {
    codec = { ...QD1, cipher: { kind: 'xor', key: { text: 'a fixed key' }, clear: [1001] } }
    const { body, raw } = await holder('nothing').get<{ codec: unknown }>('/adjust/wstool/config')
    expect(raw).not.toContain('a fixed key')
    expect(readDescriptor(body.data.codec)).toMatchObject({
      ok: true,
      descriptor: { cipher: { kind: 'xor', clear: [1001] } },
    })
  })

  it('[S7.19] has no heartbeat for a game that needs none', async () => {
    codec = { ...QD1, heartbeat: undefined }
    expect((await admin().get('/adjust/wstool/config')).body.data).toMatchObject({ heartbeat: null })
  })
})

describe('Enter hash', () => {
  const url = '/adjust/wstool/getHash?sId=123&deviceId=pc-1&ver=2.0'

  it('[S3.11] signs a hash the game takes once, and audits it', async () => {
    const { body, raw } = await holder('mock.simulator.hash').get<{ hash: string; expiresAt: number }>(url)
    const proof = { sId: 123, deviceId: 'pc-1', ver: '2.0', hashKey: game.target.hashKey }
    const nonces = new NonceMemory()
    expect(verifyEnterHash(body.data.hash, proof, Date.now(), nonces)).toEqual({ ok: true })
    expect(verifyEnterHash(body.data.hash, proof, Date.now(), nonces)).toMatchObject({ ok: false })
    expect(body.data.expiresAt - Date.now()).toBeLessThanOrEqual(60_000)
    expect(raw).not.toContain(game.target.hashKey)
    const [intent, outcome] = app.audits.slice(-2)
    expect(intent).toMatchObject({
      kind: 'intent',
      entry: { action: 'simulator.enterHash', detail: { deviceId: 'pc-1' } },
    })
    expect(outcome).toMatchObject({ kind: 'outcome', result: { status: 0 } })
    expect(JSON.stringify(app.audits)).not.toContain(body.data.hash)
  })

  it('[S7.19] never signs the same hash twice', async () => {
    const ask = async () => (await holder('mock.simulator.hash').get<{ hash: string }>(url)).body.data.hash
    expect(await ask()).not.toBe(await ask())
  })

  it.each([
    ['deviceId=a%7Cb', 400, 'deviceId'],
    ['deviceId=a%0Ab', 400, 'deviceId'],
    ['deviceId=', 400, 'deviceId'],
  ])('[S7.19] refuses %s', async (query, http, field) => {
    const answer = await holder('mock.simulator.hash').get(`/adjust/wstool/getHash?sId=123&${query}`)
    expect(answer).toMatchObject({ http, body: { err: { field } } })
  })

  it('[S7.19] names a new device when none is given', async () => {
    const ask = () =>
      holder('mock.simulator.hash').get<{ hash: string; deviceId: string }>('/adjust/wstool/getHash?sId=123')
    const [first, second] = [(await ask()).body.data, (await ask()).body.data]
    expect(first.deviceId).not.toBe(second.deviceId)
    const proof = { sId: 123, deviceId: first.deviceId, ver: '', hashKey: game.target.hashKey }
    expect(verifyEnterHash(first.hash, proof, Date.now(), new NonceMemory())).toEqual({ ok: true })
  })

  it('is refused without its own permission, and the refusal is audited', async () => {
    expect(await reader().get(url)).toMatchObject({ http: 403, body: { err: { code: 'forbidden' } } })
    expect(await app.anonymous.get(url)).toMatchObject({ http: 401 })
  })
})
