import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer, startLyingGame } from '@qd/adapter-standard/testing'
import type { SocketPersonality } from '@qd/adapter-standard/testing'
import type { Grant, RouteReply } from '@qd/contract-kit'
import { wholeAdapter } from '@qd/game-contract/adapter'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { NonceMemory, verifyEnterHash } from '@qd/game-contract/signing'
import { startGameServerForTest } from '@qd/sandbox/testing'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import type { CatalogueServer } from '@qd/server-kit'
import { describeStored, openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, describe, expect, it } from 'vitest'
import type { NewUserReply, recentPlayers } from '../contract/index.ts'
import { createPlayersFeature, playersMigrations } from './index.ts'
import type { PlayersTables } from './index.ts'
import { keepRecent } from './recent-store.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

interface Desk {
  target: GameServerTarget
  store?: Store<PlayersTables>
  servers?: CatalogueServer[]
  nowMs?: () => number
  /** False: its adapter offers no group. */
  offersAll?: boolean
}

async function startDesk({ target, servers = [aServer()], nowMs, offersAll = true, ...given }: Desk) {
  const store = given.store ?? (await openStoreForTest<PlayersTables>('sqlite', playersMigrations))
  if (given.store === undefined) undo.push(() => store.close())
  const standard = createStandardAdapter({
    dialer: plainDialer(),
    readTimeoutMs: 3_000,
    replyTimeoutMs: 3_000,
  })
  const adapter = offersAll ? standard : wholeAdapter({ name: 'few', meta: standard.meta })
  const scope = fixedScope(servers)
  const reach = { reach: async () => ({ ...adapter, target }), serversOf: () => servers }
  const feature = createPlayersFeature({
    store,
    reach,
    scope,
    placeNames: (_game, lineId) => ({ gameName: '灯海', lineName: `line ${lineId}` }),
    ...(nowMs === undefined ? {} : { nowMs }),
  })
  const app = createTestApp({ features: [feature], scope })
  undo.push(() => app.close())
  return { ...app, feature, admin: app.as(aCaller('admin', [everything])) }
}

async function realGame(players = 20) {
  const game = await startGameServerForTest({ sId: 123, players })
  undo.push(() => game.stop())
  return game
}

async function lyingGame(socket: SocketPersonality = 'honest') {
  const game = await startLyingGame()
  game.behaveOnSocket(socket)
  undo.push(() => game.stop())
  return game
}

describe('adding users on a real game server', () => {
  it('[S4.09] [S3.10] [S3.11] Enter makes an account the game knows, with its data as changes', async () => {
    const game = await realGame()
    const desk = await startDesk({ target: game.target })
    const answer = await desk.admin.post<NewUserReply>('/adjust/newUser?sId=123', {})
    expect(answer.http, answer.raw).toBe(200)
    const { userId, c, users } = answer.body.data
    expect(userId).toMatch(/^30123\d{6}$/)
    expect(users).toEqual([{ userId, name: expect.stringMatching(/./) }])
    const role = c.find(({ d }) => d === 'role')
    expect(JSON.parse(role!.change)).toMatchObject({ uId: userId, level: 1, name: users[0]!.name })
    expect(game.server.game.player(userId).document.session.ip).toBe('127.0.0.1')
    expect(desk.audits.map(({ kind }) => kind)).toEqual(['intent', 'outcome'])
    expect(desk.audits[1]?.result?.detail).toMatchObject({ users })
  })

  it('[S3.11] Enter carries sId, hash, ver, ip, fd and deviceId; no two carry one hash or one device', async () => {
    const game = await lyingGame()
    const desk = await startDesk({ target: game.target })
    const answer = await desk.admin.post('/adjust/newUser?sId=123', { count: 2 })
    expect(answer.http, answer.raw).toBe(200)
    const [first, second] = game.entered
    for (const body of [first, second]) {
      expect(Object.keys(body!).toSorted()).toEqual(['deviceId', 'fd', 'hash', 'ip', 'sId', 'ver'])
      expect(body).toMatchObject({ sId: 123, ver: '1.0.0', ip: '127.0.0.1', fd: expect.any(Number) })
      const { sId, ver, deviceId, hash } = body as {
        sId: number
        ver: string
        deviceId: string
        hash: string
      }
      const proof = { sId, ver, deviceId, hashKey: game.target.hashKey }
      expect(verifyEnterHash(hash, proof, Date.now(), new NonceMemory())).toEqual({ ok: true })
    }
    expect(second!.hash).not.toBe(first!.hash)
    expect(second!.deviceId).not.toBe(first!.deviceId)
  })

  it('[S7.16] the GET form makes the same, several at once', async () => {
    const game = await realGame()
    const desk = await startDesk({ target: game.target })
    const answer = await desk.admin.get<NewUserReply>('/adjust/newUser?sId=123&count=3')
    const { users, userId, failed } = answer.body.data
    expect(new Set(users.map((user) => user.userId)).size).toBe(3)
    expect(users[0]?.userId).toBe(userId)
    expect(failed).toEqual([])
  })

  it('[S4.09] [S3.10] a name is kept, and a name the game refuses is told with reqMsg', async () => {
    const game = await realGame()
    const desk = await startDesk({ target: game.target })
    const answer = await desk.admin.post<NewUserReply>('/adjust/newUser?sId=123', {
      name: ' 新岸 ',
      count: 2,
    })
    expect(answer.body.data.users.map(({ name }) => name)).toEqual(['新岸1', '新岸2'])
    const refused = await desk.admin.post<{ reqMsg: string }>('/adjust/newUser?sId=123', {
      name: '岸'.repeat(40),
    })
    expect([refused.http, refused.body.err?.code]).toEqual([422, 'player_create_failed'])
    expect(JSON.parse(refused.body.data.reqMsg)).toMatchObject({ code: 2004, field: 'name' })
  })

  it.each([{}, { name: '新岸' }])(
    'where it is not offered no account is made, and it says so: %j',
    async (body) => {
      const game = await lyingGame()
      const desk = await startDesk({ target: game.target, offersAll: false })
      const answer = await desk.admin.post('/adjust/newUser?sId=123', body)
      expect(answer).toMatchObject({ http: 409, body: { err: { code: 'capability_missing' } } })
      expect([game.calls, game.entered]).toEqual([[], []])
    },
  )

  it('[S5.04] without a server it asks for one, and nothing is sent', async () => {
    const game = await lyingGame()
    const desk = await startDesk({ target: game.target })
    const answer = await desk.admin.post('/adjust/newUser', {})
    expect([answer.http, answer.body.err?.code, answer.body.msg]).toEqual([
      400,
      'server_required',
      '请选择区服',
    ])
    expect(game.calls).toEqual([])
  })

  it.each([
    ['/adjust/newUser?sId=x', {}, 'field_invalid', 'sId'],
    ['/adjust/newUser?sId=123', { count: 0 }, 'field_invalid', 'count'],
    ['/adjust/newUser?sId=123', { count: 21 }, 'field_invalid', 'count'],
    ['/adjust/newUser?sId=123', { name: 5 }, 'field_invalid', 'name'],
  ])('%s %j is 400 and nothing is sent', async (path, body, code, field) => {
    const game = await lyingGame()
    const desk = await startDesk({ target: game.target })
    const answer = await desk.admin.post(path, body)
    expect([answer.http, answer.body.err?.code, answer.body.err?.field]).toEqual([400, code, field])
    expect(game.calls).toEqual([])
  })

  it('401 without login, 403 without permission and for a foreign operator', async () => {
    const game = await lyingGame()
    const desk = await startDesk({ target: game.target })
    const create: Grant = { scope: 'lantern/harbour', environment: '*', codes: ['index.player.create'] }
    expect((await desk.anonymous.post('/adjust/newUser?sId=123')).http).toBe(401)
    const none = desk.as(aCaller('none', [{ ...create, codes: ['index.data.read'], scope: '*' }]))
    expect((await none.post('/adjust/newUser?sId=123')).body.err?.code).toBe('forbidden')
    const foreign = desk.as(aCaller('foreign', [create]))
    expect((await foreign.post('/adjust/newUser?sId=123')).body.err?.code).toBe('scope_forbidden')
    expect(game.calls).toEqual([])
  })
})

describe('adding users on a game server that lies', () => {
  it.each([
    ['refuse', 422, 'player_create_failed'],
    ['refuse_json', 422, 'player_create_failed'],
    ['slow', 504, 'player_create_unknown'],
    ['hang_up', 504, 'player_create_unknown'],
    ['garbage_frames', 502, 'upstream_garbage'],
    ['wrong_marker', 502, 'upstream_garbage'],
    ['no_upgrade', 503, 'upstream_down'],
  ] as [SocketPersonality, number, string][])('[S4.09] %s is %i %s', async (personality, http, code) => {
    const game = await lyingGame(personality)
    const desk = await startDesk({ target: game.target })
    const answer = await desk.admin.post<{ reqMsg: string } | null>('/adjust/newUser?sId=123', {})
    expect([answer.http, answer.body.err?.code], answer.raw).toEqual([http, code])
    if (http === 422) expect(JSON.parse(answer.body.data!.reqMsg)).toBeTruthy()
  })

  it('[S4.09] tells of several what was made before the failure, and why it ended', async () => {
    const game = await lyingGame()
    const desk = await startDesk({ target: game.target })
    const honest = game.honest.answer.bind(game.honest)
    game.honest.answer = (name, body, key) => {
      // The name of the first account is asked for: from here on the socket refuses.
      if (name === 'lookup') game.behaveOnSocket('refuse_json')
      return honest(name, body, key)
    }
    const answer = await desk.admin.post<NewUserReply>('/adjust/newUser?sId=123', { count: 5 })
    expect(answer.http, answer.raw).toBe(200)
    expect(answer.body.data.users).toHaveLength(1)
    expect(answer.body.data.failed).toMatchObject([{ status: 422, code: 'player_create_failed' }])
    expect(desk.audits[1]?.result?.detail).toMatchObject({ failed: [{ code: 'player_create_failed' }] })
  })
})

describe('connection info', () => {
  it('shows where a server is and never its key', async () => {
    const game = await lyingGame()
    const key = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
    const desk = await startDesk({ target: { ...game.target, hashKey: key } })
    const answer = await desk.admin.get('/adjust/serverInfo?sId=123&t=1')
    expect(answer.body.data).toEqual({
      apiUrl: game.target.apiUrl,
      serverId: game.target.serverId,
      hashKey: '••••••••',
      ws: '/live',
    })
  })
})

describeStored('players opened lately', playersMigrations, (open) => {
  const u = (index: number) => String(30_123_000_000 + index)

  async function start() {
    const game = await realGame(30)
    let now = 1_000
    const servers = [aServer(), aServer({ sId: 124, lineId: 'northwind-live', environment: 'production' })]
    const desk = await startDesk({ target: game.target, store: await open(), servers, nowMs: () => now })
    const note = async (userId: string, uId: string, server = servers[0]!) => {
      now += 1_000
      await desk.feature.noteRecent(userId, { server, uId })
    }
    const recent = async (as = desk.admin) =>
      (await as.post<RouteReply<typeof recentPlayers>>('/platform/user/recentPlayers')).body.data
    return { desk, servers, note, recent, sleep: (ms: number) => void (now += ms) }
  }

  it('[S9.02] [S4.10] keeps the fifteen newest, each once, newest first, by the name the game has', async () => {
    const { note, recent, sleep } = await start()
    for (let index = 1; index <= 20; index += 1) await note('id-admin', u(index))
    sleep(120_000)
    await note('id-admin', u(10))
    const list = await recent()
    expect(list.map(({ uId }) => uId)).toEqual(
      [10, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 9, 8, 7, 6].map(u),
    )
    expect(list[0]).toMatchObject({
      sId: 123,
      lineId: 'northwind-test',
      game: 'lantern',
      gameName: '灯海',
      lineName: 'line northwind-test',
      level: expect.any(Number),
    })
    expect(list.every(({ name }) => name !== '')).toBe(true)
  })

  it('shows nobody the caller may no longer open, and no other user list', async () => {
    const { desk, note, recent, servers } = await start()
    await note('id-tester', u(1))
    await note('id-tester', '30124000001', servers[1])
    await note('id-admin', u(2))
    const read: Grant = { scope: '*', environment: 'test', codes: ['index.data.read'] }
    const tester = desk.as(aCaller('tester', [read]))
    expect((await recent(tester)).map(({ uId }) => uId)).toEqual([u(1)])
    expect(await recent(desk.as(aCaller('tester', [{ ...read, codes: ['index.other'] }])))).toEqual([])
    await tester.post('/platform/user/recentPlayers/clear')
    expect(await recent(desk.as(aCaller('tester', [everything])))).toEqual([])
    expect(await recent()).toHaveLength(1)
  })

  it('keeps a bounded list behind what is shown', async () => {
    const store = await open<PlayersTables>()
    for (let at = 1; at <= 70; at += 1) {
      const row = { user_id: 'a', game: 'g', u_id: String(at), name: '', level: 1, s_id: 1, line_id: 'l', at }
      await keepRecent(store, row)
    }
    const rows = await store.read.selectFrom('recent_player').select('u_id').execute()
    expect(rows).toHaveLength(60)
    expect(rows.map((row) => row.u_id)).not.toContain('10')
  })
})
