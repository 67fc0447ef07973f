import { QD1 } from '@qd/game-frame'
import { describeStored } from '@qd/store/testing'
import { expect, it } from 'vitest'
import { aCaller } from '@qd/server-kit/testing'
import type { catalogueTree, ServerEntry } from '../contract/index.ts'
import type { CatalogueTables } from './index.ts'
import { holding, placesMigrations, startPlacesApp } from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'
import type { RouteReply } from '@qd/contract-kit'

type Tree = RouteReply<typeof catalogueTree>

const EDITING = ['catalogue.place.read', 'catalogue.place.edit']
const SECRET = 'canary-key-b7f1'

const newServer = {
  lineId: 'northwind-test',
  sId: 200,
  serviceName: '新服',
  openedAt: null,
  apiUrl: 'https://game.example.com',
  serverId: 'S200',
  keyId: 'k1',
  hashKey: SECRET,
  ws: 'wss://game.example.com/ws',
  codec: QD1,
  allowPlain: false,
  allowPrivate: false,
  allowLoopback: false,
  enabled: true,
  revision: 0,
}
const newLine = {
  game: 'lantern',
  partnerCode: 'harbour',
  lineId: 'harbour-new',
  lineCode: 'new',
  name: '新线',
  environment: 'test',
  channels: [{ code: 'official', name: '官方' }],
  revision: 0,
}

describeStored('administration of the hierarchy', placesMigrations, (open) => {
  async function withApp(run: (app: PlacesApp) => Promise<void>): Promise<void> {
    const app = await startPlacesApp(await open<never>())
    try {
      await run(app)
    } finally {
      await app.stop()
    }
  }
  const send = (app: PlacesApp, path: string, body: object, caller = holding('*', '*')) =>
    app.as(caller).post<{ revision: number }>(`/platform/catalogue/${path}`, body)
  const treeOf = async (app: PlacesApp, caller = holding('*', '*')) =>
    (await app.as(caller).post<Tree>('/platform/catalogue/tree')).body.data
  const serversOf = async (app: PlacesApp, lineId: string) =>
    (await app.as(holding('*', '*')).post<ServerEntry[]>('/platform/catalogue/servers', { lineId })).body.data

  it('[S1.01] makes a whole branch, and the lists of the top bar have it at once', () =>
    withApp(async (app) => {
      const game = { game: 'reef', name: '礁石', code: 'reef', revision: 0 }
      expect((await send(app, 'game/save', game)).http).toBe(200)
      const operator = { game: 'reef', partnerCode: 'own', platform: 1, name: '自营', revision: 0 }
      expect((await send(app, 'operator/save', operator)).http).toBe(200)
      const line = { ...newLine, game: 'reef', partnerCode: 'own', lineId: 'reef-1', lineCode: 'one' }
      expect((await send(app, 'line/save', line)).http).toBe(200)
      const server = { ...newServer, lineId: 'reef-1', sId: 7 }
      expect((await send(app, 'server/save', server)).body.data).toEqual({ revision: 1 })
      const games = await app.as(holding('*', '*')).post('/platform/game/list')
      expect(games.body.data).toMatchObject([{ id: 'lantern' }, { id: 'reef', environment: 'test' }])
      const channels = await app.as(holding('*', '*')).post('/partner/channel/list/reef-1')
      expect(channels.body.data).toEqual([{ code: 'official', name: '官方' }])
      expect((await treeOf(app)).lines.find(({ lineId }) => lineId === 'reef-1')).toMatchObject({
        servers: 1,
      })
    }))

  it('[S3.09] a key goes in and never comes out: answers, audit rows and exports have no trace of it', () =>
    withApp(async (app) => {
      const saved = await send(app, 'server/save', newServer)
      const list = await app
        .as(holding('*', '*'))
        .post<ServerEntry[]>('/platform/catalogue/servers', { lineId: 'northwind-test' })
      expect(list.body.data.find(({ sId }) => sId === 200)).toMatchObject({ hasHashKey: true })
      const files = await Promise.all(
        ['json', 'csv'].map((format) =>
          app.as(holding('*', '*')).post('/platform/catalogue/export', { format }),
        ),
      )
      expect([saved, list, ...files].map(({ raw }) => raw).join('')).not.toContain(SECRET)
      expect(JSON.stringify(app.audits)).not.toContain(SECRET)
      expect(JSON.stringify(app.audits)).toContain('"isKeyReplaced":true')
      // Without a key in the body the stored one stays, and opens.
      const changed = { ...newServer, hashKey: undefined, serviceName: '改名', revision: 1 }
      expect((await send(app, 'server/save', changed)).http).toBe(200)
      const record = app.catalogue.port.current().serverByKey.get('lantern:3:200')!
      expect((await app.scope.reach.reach(record)).target.hashKey).toBe(SECRET)
    }))

  it('an export leaves a row that says what left and how much', () =>
    withApp(async (app) => {
      const reader = holding('lantern/northwind', 'catalogue.place.read')
      await app.as(reader).post('/platform/catalogue/export', { format: 'csv' })
      const rows = app.audits.filter(({ entry }) => entry?.action === 'scope.exportCatalogue')
      expect(rows.map(({ kind }) => kind)).toEqual(['intent', 'outcome'])
      expect(rows[0]!.entry).toMatchObject({ actor: reader.username, target: 'catalogue', risk: 'R1' })
      expect(rows[0]!.entry!.detail).toEqual({ format: 'csv' })
      const { detail } = rows[1]!.result!
      expect(detail).toMatchObject({ games: 1, operators: 1 })
      const servers = app.catalogue.port.current().servers.filter(({ operator }) => operator === 'northwind')
      expect(detail!['servers']).toBe(servers.length)
    }))

  it('a second editor is told what stands there now, and changes nothing', () =>
    withApp(async (app) => {
      await send(app, 'server/save', newServer)
      expect((await send(app, 'server/save', { ...newServer, serviceName: '甲', revision: 1 })).http).toBe(
        200,
      )
      const late = await send(app, 'server/save', { ...newServer, serviceName: '乙', revision: 1 })
      expect(late).toMatchObject({
        http: 409,
        body: { err: { code: 'conflict', details: { current: { serviceName: '甲', revision: 2 } } } },
      })
      const game = { game: 'lantern', name: 'x', code: 'x', revision: 9 }
      expect((await send(app, 'game/save', game)).body.err).toMatchObject({ code: 'conflict' })
      expect((await treeOf(app)).games[0]).toMatchObject({ name: '灯海', revision: 1 })
    }))

  it.each([
    ['game/save', { game: 'lantern', name: 'x', code: 'x', revision: 0 }, 409, 'game'],
    ['game/save', { game: 'a/b', name: 'x', code: 'x', revision: 0 }, 400, 'game'],
    [
      'operator/save',
      { game: 'lantern', partnerCode: 'p', platform: 3, name: 'x', revision: 0 },
      409,
      'platform',
    ],
    [
      'operator/save',
      { game: 'lantern', partnerCode: 'harbour', platform: 9, name: 'x', revision: 1 },
      409,
      'platform',
    ],
    ['line/save', { ...newLine, lineId: 'northwind-test' }, 409, 'lineId'],
    ['line/save', { ...newLine, lineCode: 'dev' }, 409, 'lineCode'],
    [
      'line/save',
      { ...newLine, channels: [...newLine.channels, ...newLine.channels] },
      409,
      'channels.1.code',
    ],
    ['server/save', { ...newServer, sId: 123 }, 409, 'sId'],
    ['server/save', { ...newServer, sId: 10_000 }, 400, 'sId'],
    ['server/save', { ...newServer, hashKey: undefined }, 400, 'hashKey'],
    ['server/save', { ...newServer, codec: { ...QD1, header: QD1.header.slice(1) } }, 400, 'codec'],
    ['server/save', { ...newServer, codec: { ...QD1, cipher: { kind: 'rot13' } } }, 400, 'codec'],
    ['server/save', { ...newServer, codec: 'qd-1' }, 400, 'codec'],
    ['server/save', { ...newServer, lineId: 'northwind-test', toLineId: 'harbour-dev' }, 409, 'toLineId'],
  ] as const)('%s refuses %j with %i at the field %s', (path, body, http, field) =>
    withApp(async (app) => {
      expect(await send(app, path, body)).toMatchObject({ http, body: { err: { field } } })
    }),
  )

  it('keeps a layout with ciphers, texts and an envelope, and names the key of a wrong one', () =>
    withApp(async (app) => {
      const codec = {
        name: 'tide',
        header: [],
        transport: 'websocket',
        maxFrameBytes: 65_536,
        routes: { 'player.enter': 1001 },
        envelope: { cmd: { field: 1, as: 'text' }, seq: { field: 2 }, body: { field: 3 } },
        cipher: { kind: 'aes-cbc', key: { reply: 1001, path: [1] }, iv: 'prefix' },
      }
      expect((await send(app, 'server/save', { ...newServer, codec })).http).toBe(200)
      const kept = (await serversOf(app, newServer.lineId)).find(({ sId }) => sId === newServer.sId)
      expect(kept?.codec).toEqual(codec)
      const wrong = { ...codec, cipher: { ...codec.cipher, iv: '00' } }
      const refused = await send(app, 'server/save', { ...newServer, sId: 201, codec: wrong })
      expect(refused.body).toMatchObject({
        msg: expect.stringContaining('cipher.iv must be prefix or 32 hex digits'),
        err: { code: 'catalogue_frame_invalid', field: 'codec' },
      })
    }))

  it('who holds one line changes that line and nothing beside or above it', () =>
    withApp(async (app) => {
      const caller = holding('lantern/harbour/harbour-dev', ...EDITING, 'catalogue.secret.edit')
      const mine = { ...newServer, lineId: 'harbour-dev' }
      expect((await send(app, 'server/save', mine, caller)).http).toBe(200)
      const refused = await Promise.all([
        send(app, 'server/save', newServer, caller),
        send(app, 'line/save', newLine, caller),
        send(app, 'game/save', { game: 'g2', name: 'x', code: 'x', revision: 0 }, caller),
        send(
          app,
          'operator/save',
          { game: 'lantern', partnerCode: 'harbour', platform: 1, name: 'x', revision: 1 },
          caller,
        ),
        send(app, 'delete', { game: 'lantern', revision: 1, cascade: true }, caller),
        send(app, 'order', { order: ['lantern'] }, caller),
        send(app, 'server/save', { ...mine, revision: 1, toLineId: 'harbour-prod' }, caller),
      ])
      expect(refused.map(({ http }) => http)).toEqual([403, 403, 403, 403, 403, 403, 403])
      const tree = await treeOf(app, caller)
      expect(tree.lines.map(({ lineId, isEditable }) => [lineId, isEditable])).toEqual([
        ['harbour-dev', true],
      ])
      expect([tree.games[0]?.isEditable, tree.operators[0]?.isEditable, tree.canAddGames]).toEqual([
        false,
        false,
        false,
      ])
    }))

  it('[T22] a stored key is led to another address only by who may set keys; a file does not go around it', () =>
    withApp(async (app) => {
      expect((await send(app, 'server/save', newServer)).http).toBe(200)
      const { hashKey: _key, ...record } = { ...newServer, revision: 1 }
      const caller = holding('lantern/northwind', ...EDITING)
      const moves = [
        ['apiUrl', { ...record, apiUrl: 'https://elsewhere.example.com' }],
        ['ws', { ...record, ws: 'wss://elsewhere.example.com' }],
      ] as const
      for (const [field, body] of moves) {
        const { err } = (await send(app, 'server/save', body, caller)).body
        expect(err).toMatchObject({ code: 'catalogue_secret_forbidden', field })
      }
      const file = await app
        .as(caller)
        .post<{ text: string }>('/platform/catalogue/export', { format: 'csv' })
      const text = file.body.data.text.replace('https://game.example.com', 'https://elsewhere.example.com')
      const brought = await app
        .as(caller)
        .postText<{ counts: object }>('/platform/catalogue/import', { format: 'csv', apply: false }, text)
      expect(brought.body.data.counts).toMatchObject({ refused: 1 })
      expect((await send(app, 'server/save', { ...record, serviceName: '改名' }, caller)).http).toBe(200)
      const setter = holding('lantern/northwind', ...EDITING, 'catalogue.secret.edit')
      const moved = { ...moves[0][1], revision: 2 }
      expect((await send(app, 'server/save', moved, setter)).http).toBe(200)
    }))

  it('a grant for one environment holds no line of another, and no game as a whole', () =>
    withApp(async (app) => {
      const tester = aCaller('tester', [{ scope: '*', environment: 'test', codes: ['*'] }])
      const own = {
        ...newLine,
        partnerCode: 'northwind',
        lineId: 'northwind-test',
        lineCode: 'test',
        revision: 1,
      }
      expect((await send(app, 'line/save', { ...own, environment: 'dev' }, tester)).http).toBe(403)
      expect(
        (await send(app, 'game/save', { game: 'lantern', name: 'x', code: 'x', revision: 1 }, tester)).http,
      ).toBe(403)
      const all = { game: 'lantern', revision: 1, cascade: true, reason: 'r', confirm: '灯海' }
      expect((await send(app, 'delete', all, tester)).http).toBe(403)
    }))

  it('a line found by its code is not the line of that id elsewhere', () =>
    withApp(async (app) => {
      // The own line takes the id of a foreign one for its code.
      const own = { ...newLine, lineId: 'harbour-new', lineCode: 'northwind-test' }
      expect((await send(app, 'line/save', own)).http).toBe(200)
      const caller = holding('lantern/harbour', ...EDITING)
      const aim = { ...own, lineId: 'northwind-test', name: '夺取', revision: 1 }
      expect((await send(app, 'line/save', aim, caller)).body.err?.code).toBe('line_not_found')
      const wipe = {
        game: 'lantern',
        partnerCode: 'harbour',
        lineId: 'northwind-test',
        revision: 1,
        cascade: true,
      }
      expect((await send(app, 'delete', wipe, caller)).body.err?.code).toBe('line_not_found')
      const line = (await treeOf(app)).lines.find(({ lineId }) => lineId === 'northwind-test')
      expect(line).toMatchObject({ name: '测试线', servers: 2 })
    }))

  it('a line leads into production, or out of it, only with a reason and its typed name', () =>
    withApp(async (app) => {
      const line = {
        ...newLine,
        partnerCode: 'northwind',
        lineId: 'northwind-test',
        lineCode: 'test',
        revision: 1,
      }
      const up = { ...line, name: '测试线', environment: 'production' }
      expect((await send(app, 'line/save', up)).body.err).toMatchObject({
        code: 'confirm_required',
        details: { expected: '测试线' },
      })
      expect((await send(app, 'line/save', { ...up, reason: 'opens', confirm: '测试线' })).http).toBe(200)
      const down = { ...up, environment: 'test', revision: 2 }
      expect((await send(app, 'line/save', down)).body.err?.code).toBe('confirm_required')
      expect((await send(app, 'line/save', { ...down, reason: 'closes', confirm: '测试线' })).http).toBe(200)
    }))

  it('in production the way to a server is guarded, its name is not; so is switching it off', () =>
    withApp(async (app) => {
      const line = 'harbour-prod'
      const [stored] = await serversOf(app, line)
      const { hasHashKey: _has, isManaged: _managed, previousKeyId: _previous, ...record } = stored!
      expect((await send(app, 'server/save', { ...record, serviceName: '新名' })).http).toBe(200)
      const moved = { ...record, revision: 2, apiUrl: 'https://elsewhere.example.com' }
      expect((await send(app, 'server/save', moved)).body.err?.code).toBe('confirm_required')
      const off = { lineId: line, sIds: [11], enabled: false }
      expect((await send(app, 'server/switch', off)).body.err?.details).toMatchObject({ expected: '正式线' })
      expect(
        (await send(app, 'server/switch', { ...off, reason: 'r', confirm: '正式线' })).body.data,
      ).toEqual({
        changed: 1,
      })
      expect(app.catalogue.port.current().serverByKey.has('lantern:1:11')).toBe(false)
    }))

  it('deleting says what hangs below first, asks for the name in production, and takes all of it', () =>
    withApp(async (app) => {
      const line = { game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test', revision: 1 }
      expect((await send(app, 'delete', line)).body.err).toMatchObject({
        code: 'catalogue_not_empty',
        details: { operators: 0, lines: 0, servers: 2 },
      })
      expect((await send(app, 'delete', { ...line, cascade: true, revision: 5 })).body.err?.code).toBe(
        'conflict',
      )
      const one = { ...line, sId: 124 }
      expect((await send(app, 'delete', one)).http).toBe(200)
      const game = { game: 'lantern', revision: 1, cascade: true }
      expect((await send(app, 'delete', game)).body.err).toMatchObject({ code: 'confirm_required' })
      expect((await send(app, 'delete', { ...game, reason: 'over', confirm: '灯海' })).body.data).toEqual({
        operators: 2,
        lines: 3,
        servers: 4,
      })
      expect((await treeOf(app)).games).toEqual([])
    }))

  it('keeps the order people give, and refuses one that names other records', () =>
    withApp(async (app) => {
      const order = { game: 'lantern', order: ['northwind', 'harbour'] }
      expect((await send(app, 'order', order)).http).toBe(200)
      expect((await treeOf(app)).operators.map(({ partnerCode }) => partnerCode)).toEqual([
        'northwind',
        'harbour',
      ])
      const wrong = await send(app, 'order', { lineId: 'northwind-test', order: ['123'] })
      expect(wrong.body.err?.code).toBe('catalogue_order_differs')
    }))

  it('what people changed of a sandbox server stays after the next start; its address cannot be changed', () =>
    withApp(async (app) => {
      const [stored] = await serversOf(app, 'northwind-test')
      const { hasHashKey: _has, isManaged, previousKeyId: _previous, ...record } = stored!
      expect(isManaged).toBe(true)
      const moved = { ...record, apiUrl: 'http://127.0.0.1:9' }
      expect((await send(app, 'server/save', moved)).body.err).toMatchObject({
        code: 'catalogue_managed',
        field: 'apiUrl',
      })
      const narrowed = { ...record, openAddresses: ['10.0.0.0/8'] }
      expect((await send(app, 'server/save', narrowed)).body.err).toMatchObject({
        code: 'catalogue_managed',
        field: 'openAddresses',
      })
      const codec = { ...QD1, name: 'own', maxFrameBytes: 4_096 }
      expect((await send(app, 'server/save', { ...record, serviceName: '改名', codec })).http).toBe(200)
      await app.seedAgain()
      const [again] = await serversOf(app, 'northwind-test')
      expect(again).toMatchObject({ serviceName: '改名', codec: { name: 'own' }, isManaged: true })
    }))

  it('tells who listens, on this node, that the hierarchy is another one', () =>
    withApp(async (app) => {
      const told: number[] = []
      const channel = app.catalogue.channels?.find((each) => each.channel.name === 'scope.catalogue')
      const caller = holding('*', '*')
      const stop = await channel!.open({}, { caller, place: {}, send: () => told.push(1) })
      await send(app, 'game/save', { game: 'g2', name: 'x', code: 'x', revision: 0 })
      expect(told.length).toBeGreaterThan(0)
      stop()
    }))

  it('two servers with one number, sent at once, are one server', () =>
    withApp(async (app) => {
      const both = await Promise.all([
        send(app, 'server/save', newServer),
        send(app, 'server/save', newServer),
      ])
      expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409])
      const rows = await app.store.as<CatalogueTables>().read.selectFrom('game_server').selectAll().execute()
      expect(rows.filter((row) => row.s_id === 200)).toHaveLength(1)
    }))
})
