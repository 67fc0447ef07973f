import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HttpPersonality } from '@qd/adapter-standard/testing'
import { aCaller } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { holding, placesMigrations, startPlacesApp } from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'

let app: PlacesApp
let store: Store<never>

beforeAll(async () => {
  store = await openStoreForTest<never>('sqlite', placesMigrations)
  app = await startPlacesApp(store)
})
afterAll(async () => {
  await app.stop()
  await store.close()
})
beforeEach(() => {
  app.game.behave('honest')
  app.pass(120_000)
})

const admin = () => app.as(holding('*', '*'))
const northwind = () => app.as(holding('lantern/northwind', 'index.player.read'))
const devLine = () => app.as(holding('lantern/harbour/harbour-dev', 'index.player.read'))
const nobody = () => app.as(aCaller('nobody'))
const player = '30123000045'

describe('lists of the hierarchy', () => {
  it('[S1.01] shows an administrator everything', async () => {
    const games = await admin().post('/platform/game/list')
    expect(games.body.data).toEqual([
      { id: 'lantern', name: '灯海', code: 'lantern', environment: 'production' },
    ])
    const operators = await admin().post('/platform/partner/list', { game: 'lantern' })
    expect(operators.body.data).toEqual([
      { partnerCode: 'harbour', name: '自营 Harbour', platform: 1 },
      { partnerCode: 'northwind', name: 'Northwind', platform: 3 },
    ])
    const lines = await admin().post('/partner/line/list', { game: 'lantern', partnerCode: 'harbour' })
    expect(lines.body.data).toEqual([
      { lineId: 'harbour-dev', lineCode: 'dev', name: '开发线', environment: 'dev' },
      { lineId: 'harbour-prod', lineCode: 'prod', name: '正式线', environment: 'production' },
    ])
    const domains = await admin().get('/adjust/domain')
    expect(domains.body.data).toEqual([
      { name: '自营 Harbour · 开发线', value: '/line/harbour-dev' },
      { name: '自营 Harbour · 正式线', value: '/line/harbour-prod' },
      { name: 'Northwind · 测试线', value: '/line/northwind-test' },
    ])
  })

  it('[S1.01] shows the holder of one line only the way to it', async () => {
    const games = await devLine().post('/platform/game/list')
    expect(games.body.data).toMatchObject([{ id: 'lantern', environment: 'dev' }])
    const operators = await devLine().post('/platform/partner/list', { game: 'lantern' })
    expect(operators.body.data).toMatchObject([{ partnerCode: 'harbour' }])
    const lines = await devLine().post('/partner/line/list', { game: 'lantern', partnerCode: 'harbour' })
    expect(lines.body.data).toMatchObject([{ lineId: 'harbour-dev' }])
    const foreign = await devLine().post('/partner/line/list', { game: 'lantern', partnerCode: 'northwind' })
    expect(foreign).toMatchObject({ http: 403, body: { status: 403, err: { code: 'scope_forbidden' } } })
  })

  it('[S1.01] hides an operator none of whose environments a caller holds', async () => {
    const tester = aCaller('tester', [{ scope: '*', environment: 'test', codes: ['*'] }])
    const operators = await app.as(tester).post('/platform/partner/list', { game: 'lantern' })
    expect(operators.body.data).toMatchObject([{ partnerCode: 'northwind' }])
  })

  it('[S3.04] lists the servers of a line with their state', async () => {
    const list = await northwind().post('/partner/server/list/northwind-test')
    expect(list.body.data).toEqual([
      { sId: 123, serviceName: '潮汐之门', status: 'running', openedAt: expect.any(Number) },
      { sId: 124, serviceName: '琥珀礁', status: 'stopped', openedAt: expect.any(Number) },
    ])
    const own = await app
      .as(holding('lantern/northwind/northwind-test/124', '*'))
      .post('/partner/server/list/northwind-test')
    expect(own.body.data).toMatchObject([{ sId: 124 }])
  })

  it.each<[HttpPersonality, string]>([
    ['garbage', 'unknown'],
    ['bad_signature', 'unknown'],
    ['slow', 'unknown'],
    ['refuse', 'running'],
  ])('[S3.04] a server that answers with %s is %s', async (personality, status) => {
    app.game.behave(personality)
    const list = await northwind().post('/partner/server/list/northwind-test')
    expect(list.body.data).toMatchObject([
      { sId: 123, status },
      { sId: 124, status: 'stopped' },
    ])
  })

  it('[S3.04] lists game servers under the base address of their line too', async () => {
    const expected = [
      { name: '潮汐之门', value: '123' },
      { name: '琥珀礁', value: '124' },
    ]
    expect((await northwind().get('/adjust/getServer?lineId=northwind-test')).body.data).toEqual(expected)
    expect((await northwind().get('/line/northwind-test/adjust/getServer')).body.data).toEqual(expected)
  })

  it('[S7.06] lists channels as the game has them, as last known or as stored', async () => {
    const game = [{ name: '官方', code: 'official' }]
    const stored = [
      { code: 'official', name: '官方' },
      { code: 'taptap', name: 'TapTap' },
    ]
    const channels = async (line: string) => (await admin().post(`/partner/channel/list/${line}`)).body.data
    expect(await channels('northwind-test')).toEqual(game)
    app.pass(120_000)
    app.game.behave('garbage')
    expect(await channels('northwind-test')).toEqual(game)
    expect(await channels('harbour-dev')).toEqual(stored)
  })

  it('[S7.16] lists cross-server groups with the members a caller may see', async () => {
    const url = '/adjust/getCrossServer?lineId=northwind-test'
    expect((await northwind().get(url)).body.data).toEqual([
      { name: 'Tide', value: 'g1', hub: '123', members: ['123'] },
    ])
    const other = app.as(holding('lantern/northwind/northwind-test/124', '*'))
    expect((await other.get(url)).body.data).toEqual([])
    const down = await admin().get('/adjust/getCrossServer?lineId=harbour-dev')
    expect(down).toMatchObject({ http: 503, body: { err: { code: 'upstream_down', retryable: true } } })
  })
})

describe('the place of a link', () => {
  const line = '/adjust/place?game=lantern&lineId=northwind-test'

  it('[S1.01] is told with its operator, as deep as the link names it', async () => {
    const place = { game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test' }
    expect((await northwind().get(`${line}&sId=124`)).body.data).toEqual({ ...place, sId: 124 })
    expect((await northwind().get(line)).body.data).toEqual({ ...place, sId: 0 })
    const operator = await northwind().get('/adjust/place?game=lantern&partnerCode=northwind')
    expect(operator.body.data).toEqual({ ...place, lineId: '', sId: 0 })
  })

  it('[S1.01] is for everybody who holds anything there, and shows the way to it', async () => {
    const oneServer = app.as(holding('lantern/northwind/northwind-test/124', 'audit.read'))
    expect((await oneServer.get(line)).http).toBe(200)
    expect((await oneServer.get(`${line}&sId=124`)).http).toBe(200)
    expect(await oneServer.get(`${line}&sId=123`)).toMatchObject({ http: 403 })
  })

  it.each([
    ['game=lantern&lineId=harbour-prod', 403, 'scope_forbidden'],
    ['game=lantern&partnerCode=harbour', 403, 'scope_forbidden'],
    ['game=lantern&lineId=nowhere', 403, 'scope_forbidden'],
    ['game=elsewhere&lineId=northwind-test', 403, 'scope_forbidden'],
    ['game=lantern&partnerCode=northwind&lineId=nowhere', 404, 'line_not_found'],
    ['game=lantern&lineId=northwind-test&sId=777', 404, 'server_not_found'],
    ['game=lantern', 400, 'operator_required'],
    ['lineId=northwind-test', 400, 'field_invalid'],
    ['game=lantern&lineId=northwind-test&sId=x', 400, 'field_invalid'],
  ])('%s is refused with %d %s', async (query, http, code) => {
    expect(await northwind().get(`/adjust/place?${query}`)).toMatchObject({ http, body: { err: { code } } })
  })

  it('needs a session and a right there', async () => {
    expect(await app.anonymous.get(line)).toMatchObject({ http: 401 })
    expect(await nobody().get(line)).toMatchObject({ http: 403 })
    expect(await devLine().get(line)).toMatchObject({ http: 403, body: { err: { code: 'scope_forbidden' } } })
  })
})

describe('uId lookup', () => {
  const url = `/adjust/lookup?uId=${player}`

  it('[S7.20] [S9.05] finds a player on the server his uId names', async () => {
    const found = await northwind().get(url)
    expect(found.body).toMatchObject({
      status: 0,
      data: {
        id: player,
        sId: 123,
        name: '岚夜听潮',
        level: expect.any(Number),
        online: true,
        channel: 'official',
        game: 'lantern',
        partnerCode: 'northwind',
        lineId: 'northwind-test',
      },
    })
  })

  it('[S8.05] says so when there is no such player', async () => {
    const missing = await northwind().get('/adjust/lookup?uId=30123999999')
    expect(missing).toMatchObject({
      http: 404,
      body: { data: null, err: { code: 'player_not_found', field: 'uId' } },
    })
    expect(missing.body.msg).toContain('30123999999')
  })

  it('lets the game win over arithmetic, within the rights of the caller', async () => {
    const { players } = app.game.honest
    const uId = '10011000045'
    players.set(uId, { ...players.get(player)!, uId })
    const merged = await app.as(holding('lantern/harbour', '*')).get(`/adjust/lookup?uId=${uId}`)
    expect(merged.body.data).toMatchObject({ id: uId, sId: 123, lineId: 'harbour-dev' })
    const half = await app.as(holding('lantern/harbour/harbour-prod', '*')).get(`/adjust/lookup?uId=${uId}`)
    expect(half).toMatchObject({ http: 403, body: { data: null, err: { code: 'scope_forbidden' } } })
  })

  it.each<[HttpPersonality, number, string]>([
    ['garbage', 502, 'upstream_garbage'],
    ['wrong_types', 502, 'upstream_garbage'],
    ['cut', 503, 'upstream_down'],
    ['bad_signature', 502, 'upstream_signature'],
    ['clock_skew', 502, 'upstream_clock_skew'],
    ['slow', 504, 'upstream_timeout'],
    ['refuse', 422, 'upstream_refused'],
  ])('[S8.05] a game that answers with %s is %d %s', async (personality, http, code) => {
    app.game.behave(personality)
    expect(await northwind().get(url)).toMatchObject({
      http,
      body: { status: http, data: null, err: { code } },
    })
  })

  it.each([
    ['0', 400, 'uid_invalid'],
    ['-5', 400, 'uid_invalid'],
    ['9007199254740993e3', 400, 'uid_invalid'],
    ['abc', 400, 'uid_invalid'],
    ['', 400, 'player_required'],
    ['1&uId=2', 400, 'field_invalid'],
    ['10123000045', 403, 'scope_forbidden'],
    ['10777000045', 403, 'scope_forbidden'],
    // Of no server that there is: nobody asked for a server.
    ['30777000045', 404, 'player_not_found'],
  ])('[S9.05] refuses uId=%s with %d %s', async (uId, http, code) => {
    expect(await northwind().get(`/adjust/lookup?uId=${uId}`)).toMatchObject({
      http,
      body: { err: { code } },
    })
  })

  it('needs a session, the permission and the place', async () => {
    expect(await app.anonymous.get(url)).toMatchObject({ http: 401 })
    expect(await nobody().get(url)).toMatchObject({ http: 403, body: { err: { code: 'forbidden' } } })
    expect(await devLine().get(url)).toMatchObject({ http: 403, body: { err: { code: 'scope_forbidden' } } })
  })
})

describe('state of a server', () => {
  it('[S7.20] tells the game time in seconds, beside data too', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { body } = await northwind().get<{ timestamp: number }>('/adjust/time?sId=123')
    const after = Math.floor(Date.now() / 1000)
    expect(body).toMatchObject({ status: 0, data: { offset: 0, zone: 480, real: expect.any(Number) } })
    expect((body as unknown as { timestamp: number }).timestamp).toBe(body.data.timestamp)
    expect(body.data.timestamp).toBeGreaterThanOrEqual(before)
    expect(body.data.timestamp).toBeLessThanOrEqual(after)
  })

  it('fails as the game server fails', async () => {
    expect(await northwind().get('/adjust/time?sId=124')).toMatchObject({
      http: 503,
      body: { err: { code: 'upstream_down', retryable: true } },
    })
  })

  it('[S7.19] shows the card of a running server', async () => {
    const { body } = await northwind().get('/adjust/index?sId=123')
    expect(body.data).toMatchObject({
      server: { sId: 123, serviceName: '潮汐之门', lineId: 'northwind-test', environment: 'test' },
      status: 'running',
      build: 'test',
      protocolMd5: app.game.honest.protocol.md5,
      clock: { zone: 480 },
      online: 1,
      startedAt: 1_790_000_000_000,
      capabilities: ['data', 'proto', 'time', 'accounts'],
    })
  })

  it('[S7.19] shows the card of a stopped server as stopped', async () => {
    const { body } = await northwind().get('/adjust/index?sId=124')
    expect(body).toMatchObject({
      status: 0,
      data: { status: 'stopped', build: null, clock: null, online: null },
    })
  })

  it('[S5.01] asks for a line or a server with the exact words', async () => {
    expect(await admin().get('/adjust/getServer')).toMatchObject({ http: 400, body: { msg: '请选择线路' } })
    expect(await admin().get('/adjust/time?sId=0')).toMatchObject({ http: 400, body: { msg: '请选择区服' } })
    const operator = await admin().post('/partner/line/list', { game: 'lantern', partnerCode: '' })
    expect(operator).toMatchObject({ http: 400, body: { msg: '请选择运营商' } })
  })

  it('[S1.01] asks which line is meant when a bare sId has two', async () => {
    const both = await admin().get('/adjust/time?sId=123')
    expect(both).toMatchObject({ http: 400, body: { err: { code: 'scope_ambiguous', field: 'sId' } } })
    expect((await admin().get('/line/northwind-test/adjust/time?sId=123')).body.status).toBe(0)
  })
})

describe('every call of the hierarchy', () => {
  const calls: ['GET' | 'POST', string, unknown?][] = [
    ['POST', '/platform/game/list'],
    ['POST', '/platform/partner/list', { game: 'lantern' }],
    ['POST', '/partner/line/list', { game: 'lantern', partnerCode: 'northwind' }],
    ['POST', '/partner/server/list/northwind-test'],
    ['POST', '/partner/channel/list/northwind-test'],
    ['GET', '/adjust/place?game=lantern&lineId=northwind-test'],
    ['GET', '/adjust/domain'],
    ['GET', '/adjust/getServer?lineId=northwind-test'],
    ['GET', '/adjust/getCrossServer?lineId=northwind-test'],
    ['GET', '/adjust/time?sId=123&lineId=northwind-test'],
    ['GET', '/adjust/index?sId=123&lineId=northwind-test'],
  ]

  it.each(calls)('%s %s needs a session and never leaks a key', async (method, url, body) => {
    const anonymous = method === 'GET' ? app.anonymous.get(url) : app.anonymous.post(url, body)
    expect(await anonymous).toMatchObject({ http: 401, body: { status: 401 } })
    const held = method === 'GET' ? await northwind().get(url) : await northwind().post(url, body)
    expect(held.body.status).toBe(0)
    expect(held.raw).not.toContain(app.game.target.hashKey)
  })
})
