import { startLyingGame } from '@qd/adapter-standard/testing'
import type { HttpPersonality, LyingGame } from '@qd/adapter-standard/testing'
import {
  connectionTo,
  holding,
  placesMigrations,
  startPlacesApp,
  testSeed,
} from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'
import type { RouteReply } from '@qd/contract-kit'
import { aCaller } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { playerSearch } from '../../contract/index.ts'

type Found = RouteReply<typeof playerSearch>

let app: PlacesApp
let store: Store<never>
/** Server 124 of the same line; its own name for itself is another one where a test says so. */
let other: LyingGame
let liar: LyingGame

beforeAll(async () => {
  store = await openStoreForTest<never>('sqlite', placesMigrations)
  app = await startPlacesApp(store)
  other = await startLyingGame('honest', { sId: 124 })
  liar = await startLyingGame('honest', { sId: 123 })
})
afterAll(async () => {
  await app.stop()
  await Promise.all([other.stop(), liar.stop()])
  await store.close()
})
beforeEach(async () => {
  for (const game of [app.game, other, liar]) {
    game.behave('honest')
    game.calls.length = 0
  }
  await useAs124(other)
  app.game.honest.players.delete('30124000001')
  other.honest.players.clear()
  other.honest.players.set('30124000001', player('30124000001', '潮生', 'honest-124'))
})

const useAs124 = (game: LyingGame) => app.catalogue.seed(testSeed, [connectionTo(game, 3, 124)])
const player = (uId: string, name: string, account: string) => ({
  ...app.game.honest.players.get('30123000045')!,
  uId,
  name,
  account,
})

const northwind = () => app.as(holding('lantern/northwind', 'index.player.read'))
const only124 = () => app.as(holding('lantern/northwind/northwind-test/124', 'index.player.read'))
const urlOf = (query: Record<string, string>) =>
  `/adjust/players/search?${new URLSearchParams({ game: 'lantern', ...query })}`
async function search(query: Record<string, string>, speaker = northwind()): Promise<Found> {
  const { body } = await speaker.get<Found>(urlOf(query))
  expect(body).toMatchObject({ status: 0 })
  return body.data
}
const asked = (game: LyingGame) => game.calls.filter(({ name }) => name === 'lookup').map(({ body }) => body)

describe('the search for players', () => {
  it('finds by a part of the name, on every server of the game that the caller reaches', async () => {
    const { players, unanswered, hasMore } = await search({ q: ' 潮 ' })
    expect(players).toEqual([
      {
        uId: '30123000045',
        name: '岚夜听潮',
        level: expect.any(Number),
        online: true,
        sId: 123,
        serviceName: '潮汐之门',
        lineId: 'northwind-test',
        game: 'lantern',
        matchedBy: 'name',
      },
      expect.objectContaining({ uId: '30124000001', sId: 124, serviceName: '琥珀礁', matchedBy: 'name' }),
    ])
    expect({ unanswered, hasMore }).toEqual({ unanswered: [], hasMore: false })
  })

  it('asks games for a text in its composed form, however it was typed', async () => {
    await search({ q: 'Jose\u0301' })
    expect(asked(app.game).map(({ value }) => value)).toEqual([
      'José'.normalize('NFC'),
      'José'.normalize('NFC'),
    ])
  })

  it('finds by account, and by uId, each player once and exact matches first', async () => {
    expect((await search({ q: 'honest-1' })).players).toMatchObject([
      { uId: '30123000045', matchedBy: 'account' },
    ])
    expect((await search({ q: '30123000046' })).players).toMatchObject([
      { uId: '30123000046', name: 'Ясный', matchedBy: 'uId' },
    ])
    other.honest.players.set('30124000002', player('30124000002', '30123000046 的朋友', 'x'))
    other.honest.players.set('30124000003', player('30124000003', '潮', '潮'))
    expect(
      (await search({ q: '30123000046' })).players.map(({ uId, matchedBy }) => [uId, matchedBy]),
    ).toEqual([
      ['30123000046', 'uId'],
      ['30124000002', 'name'],
    ])
    expect((await search({ q: '潮' })).players.map(({ uId, matchedBy }) => [uId, matchedBy])).toEqual([
      ['30124000003', 'account'],
      ['30123000045', 'name'],
      ['30124000001', 'name'],
    ])
  })

  it('finds by device, e-mail and order where a server offers it, and asks no other server so', async () => {
    const ways = {
      device: { 'iPad-7f3a': '30124000001' },
      email: { 'lan@x.org': '30124000001' },
      order: { 'QD-2026-7': '30124000001' },
    }
    const found = async (q: string) => {
      const { players, unanswered } = await search({ q })
      return [players.map(({ uId, matchedBy }) => [uId, matchedBy]), unanswered]
    }
    const offered = (game: LyingGame) =>
      asked(game).filter(({ by }) => by === 'device' || by === 'email' || by === 'order')
    expect(await found('iPad-7f3a')).toEqual([[], []])
    expect(offered(other)).toEqual([])
    Object.assign(other.honest.lookups, ways)
    await useAs124(other)
    expect(await found('iPad-7f3a')).toEqual([[['30124000001', 'device']], []])
    expect(await found('lan@x.org')).toEqual([[['30124000001', 'email']], []])
    expect(await found('QD-2026-7')).toEqual([[['30124000001', 'order']], []])
    expect(offered(other).map(({ by, value }) => [by, value])).toContainEqual(['email', 'lan@x.org'])
    expect(offered(app.game)).toEqual([])
    other.calls.length = 0
    await search({ q: '潮生' })
    expect(offered(other)).toEqual([])
    for (const by of ['device', 'email', 'order'] as const) delete other.honest.lookups[by]
  })

  it('puts a whole name before a part of one', async () => {
    app.game.honest.players.get('30123000046')!.name = 'прекрасный'
    other.honest.players.set('30124000005', player('30124000005', 'красн', 'z'))
    const { players } = await search({ q: 'красн' })
    expect(players.map(({ name }) => name)).toEqual(['красн', 'прекрасный'])
    app.game.honest.players.get('30123000046')!.name = 'Ясный'
  })

  it('asks one server, or those of a line, where the call names them', async () => {
    const one = await search({ q: '潮', lineId: 'northwind-test', sId: '124' })
    expect(one.players.map(({ uId }) => uId)).toEqual(['30124000001'])
    expect(asked(app.game)).toEqual([])
    const everywhere = app.as(holding('lantern', 'index.player.read'))
    const line = await search({ q: '潮', lineId: 'northwind-test' }, everywhere)
    expect(line).toMatchObject({ players: [{ sId: 123 }, { sId: 124 }], unanswered: [] })
    const all = await search({ q: '潮' }, everywhere)
    expect(all).toMatchObject({
      players: [{ sId: 123 }, { sId: 124 }],
      unanswered: [{ sId: 1 }, { sId: 123 }],
    })
  })

  it('gives no more rows than asked for, and says that there are more', async () => {
    expect(await search({ q: '潮', limit: '1' })).toMatchObject({
      players: [{ uId: '30123000045' }],
      hasMore: true,
    })
    expect(asked(app.game)[0]).toEqual({ by: 'name', value: '潮', exact: false, limit: 1 })
  })
})

describe('rights', () => {
  it('asks no server whose players the caller may not read, and shows none of them', async () => {
    const { players, unanswered } = await search({ q: '潮' }, only124())
    expect(players.map(({ sId }) => sId)).toEqual([124])
    expect(unanswered).toEqual([])
    expect(asked(app.game)).toEqual([])
    const mixed = app.as(
      aCaller('mixed', [
        { scope: 'lantern', environment: '*', codes: ['index.player.create'] },
        { scope: 'lantern', environment: 'dev', codes: ['index.player.read'] },
      ]),
    )
    expect(await search({ q: '潮' }, mixed)).toMatchObject({
      players: [],
      unanswered: [{ sId: 1 }, { sId: 123 }],
    })
    expect(asked(app.game)).toEqual([])
  })

  it('needs a session, the permission and the place', async () => {
    const url = urlOf({ q: '潮' })
    expect(await app.anonymous.get(url)).toMatchObject({ http: 401 })
    expect(await app.as(aCaller('nobody')).get(url)).toMatchObject({ http: 403 })
    const without = app.as(holding('lantern', 'index.player.create'))
    expect(await without.get(url)).toMatchObject({ http: 403, body: { err: { code: 'forbidden' } } })
    const foreign = { http: 403, body: { data: null, err: { code: 'scope_forbidden' } } }
    expect(await only124().get(urlOf({ q: '潮', lineId: 'northwind-test', sId: '123' }))).toMatchObject(
      foreign,
    )
    expect(await northwind().get(urlOf({ q: '潮', lineId: 'harbour-dev' }))).toMatchObject(foreign)
    expect(await northwind().get(urlOf({ q: '潮', game: 'ember' }))).toMatchObject(foreign)
    expect(asked(app.game)).toEqual([])
  })

  it.each([
    [{ q: '' }, 'q'],
    [{ q: '   ' }, 'q'],
    [{ q: 'x'.repeat(65) }, 'q'],
    [{ q: '潮', game: '' }, 'game'],
    [{ q: '潮', game: 'x'.repeat(201) }, 'game'],
    [{ q: '潮', sId: 'x' }, 'sId'],
    [{ q: '潮', limit: '51' }, 'limit'],
    [{ q: '潮', limit: '0' }, 'limit'],
  ])('refuses %j', async (query, field) => {
    const answer = await northwind().get(urlOf(query))
    expect(answer).toMatchObject({ http: 400, body: { data: null, err: { code: 'field_invalid', field } } })
    expect(asked(app.game)).toEqual([])
  })
})

describe('servers that fail', () => {
  it.each<HttpPersonality>([
    'slow',
    'garbage',
    'wrong_types',
    'cut',
    'bad_signature',
    'refuse',
    'internal',
    'poisoned_json',
  ])('one that answers with %s is named, and the others are shown', async (personality) => {
    app.game.behave(personality)
    expect(await search({ q: '潮' })).toMatchObject({
      players: [{ uId: '30124000001' }],
      unanswered: [{ sId: 123, serviceName: '潮汐之门' }],
    })
  })

  it('one that nobody can reach is named too', async () => {
    const harbour = app.as(holding('lantern/harbour/harbour-dev', 'index.player.read'))
    expect(await search({ q: '潮' }, harbour)).toEqual({
      players: [],
      hasMore: false,
      unanswered: [
        { sId: 1, serviceName: '晨雾码头' },
        { sId: 123, serviceName: '旧灯塔' },
      ],
      unusable: [],
    })
  })

  it('one that names players of another place shows nothing the caller may not read', async () => {
    // It says of all its players that they are on server 123.
    await useAs124(liar)
    expect(await search({ q: '潮' }, only124())).toEqual({
      players: [],
      hasMore: false,
      unanswered: [],
      unusable: [],
    })
    expect(asked(liar)).not.toEqual([])
  })

  it('a player of another operator, or one it made up for another uId, is not theirs to tell', async () => {
    other.honest.players.set('10011000003', player('10011000003', '潮来', 'y'))
    // Server 123 answers first, but the number is one of 124.
    app.game.honest.players.set('30124000001', player('30124000001', '假潮', 'z'))
    expect((await search({ q: '潮' })).players.map(({ uId, name }) => [uId, name])).toEqual([
      ['30123000045', '岚夜听潮'],
      ['30124000001', '潮生'],
    ])
  })

  it('rows that nobody can open are counted and told with the reason', async () => {
    other.honest.players.set('10011000003', player('10011000003', '潮来', 'y'))
    other.honest.players.set('40011000003', player('40011000003', '潮去', 'y'))
    expect((await search({ q: '潮' })).unusable).toEqual([
      { sId: 124, serviceName: '琥珀礁', platform: 3, reason: 'other_platform', count: 2 },
    ])
    await useAs124(liar)
    liar.honest.sId = 999
    const { unusable } = await search({ q: '潮' })
    liar.honest.sId = 123
    expect(unusable).toEqual([
      { sId: 124, serviceName: '琥珀礁', platform: 3, reason: 'no_server', count: 1 },
    ])
  })
})
