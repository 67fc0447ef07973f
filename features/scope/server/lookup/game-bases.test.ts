import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import {
  connectionTo,
  holding,
  placesMigrations,
  startPlacesApp,
  testSeed,
} from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'
import type { RouteReply } from '@qd/contract-kit'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { playerSearch } from '../../contract/index.ts'

type SearchReply = RouteReply<typeof playerSearch>

let app: PlacesApp
let store: Store<never>
let tides: LyingGame

/** uIds of the second game: platform x 10^8 + server x 1000 + sequence. */
const BASES = { platformBase: 100_000_000, serverBase: 1_000 }
const OWN = '300123045'
const northwind = testSeed.operators[1]!
const ember = {
  channels: testSeed.channels,
  game: { id: 'ember', name: '余烬', code: 'ember' },
  operators: [{ ...northwind, lines: [{ ...northwind.lines[0]!, lineId: 'ember-test' }] }],
}
const admin = () => app.as(holding('*', '*'))
const reader = () => app.as(holding('ember', 'index.player.read'))
const save = (uIdBases: unknown, revision: number, game = 'ember') =>
  admin().post('/platform/catalogue/game/save', { game, name: '余烬', code: game, uIdBases, revision })

beforeAll(async () => {
  store = await openStoreForTest<never>('sqlite', placesMigrations)
  app = await startPlacesApp(store)
  tides = await startLyingGame('honest', { sId: 123 })
  await app.catalogue.seed(ember, [connectionTo(tides, 3, 123), connectionTo(tides, 3, 124)])
  const [one] = tides.honest.players.values()
  tides.honest.players.clear()
  tides.honest.players.set(OWN, { ...one!, uId: OWN, name: '余烬之子' })
})
afterAll(async () => {
  await app.stop()
  await tides.stop()
  await store.close()
})

const find = async (q: string, speaker = reader()) =>
  (await speaker.get<SearchReply>(`/adjust/players/search?${new URLSearchParams({ q, game: 'ember' })}`)).body
    .data

describe('[S9.05] the bases of a game', () => {
  it('until they are set, its players are told as unusable and not found by their uId', async () => {
    expect(await find('余烬')).toMatchObject({
      players: [],
      unusable: [
        { sId: 123, reason: 'other_platform', count: 1 },
        { sId: 124, reason: 'other_platform', count: 1 },
      ],
    })
    expect((await reader().get(`/adjust/lookup?uId=${OWN}&game=ember`)).http).toBeGreaterThanOrEqual(400)
  })

  it('are refused where they leave no room for a server, are mixed up or stand alone', async () => {
    expect(await save({ platformBase: 100_000, serverBase: 1_000 }, 1)).toMatchObject({
      http: 409,
      body: { err: { code: 'catalogue_bases_too_small', field: 'uIdBases' } },
    })
    for (const bases of [
      { platformBase: 10, serverBase: 10 },
      { platformBase: 10 },
      'x',
      { ...BASES, serverBase: 0 },
    ])
      expect(await save(bases, 1)).toMatchObject({ http: 400 })
    const foreign = app.as(holding('lantern', '*'))
    const body = { game: 'ember', name: 'x', code: 'ember', uIdBases: BASES, revision: 1 }
    expect(await foreign.post('/platform/catalogue/game/save', body)).toMatchObject({ http: 403 })
  })

  it('split its uIds in search, lookup and rights, and those of no other game', async () => {
    expect(await save(BASES, 1)).toMatchObject({ http: 200 })
    expect(await find('余烬')).toMatchObject({
      players: [{ uId: OWN, sId: 123, game: 'ember', matchedBy: 'name' }],
      unusable: [],
    })
    expect(await find(OWN)).toMatchObject({ players: [{ uId: OWN, matchedBy: 'uId' }] })
    expect((await reader().get(`/adjust/lookup?uId=${OWN}&game=ember`)).body).toMatchObject({
      status: 0,
      data: { id: OWN, sId: 123, lineId: 'ember-test' },
    })
    expect((await reader().get(`/adjust/lookup?uId=${OWN}`)).body).toMatchObject({ data: { game: 'ember' } })
    const other = app.as(holding('lantern', 'index.player.read'))
    expect((await other.get('/adjust/lookup?uId=30123000045')).body).toMatchObject({
      data: { game: 'lantern' },
    })
    expect(await other.get(`/adjust/lookup?uId=${OWN}&game=ember`)).toMatchObject({ http: 403 })
    const only124 = app.as(holding('ember/northwind/ember-test/124', 'index.player.read'))
    expect(await only124.get(`/adjust/lookup?uId=${OWN}&game=ember`)).toMatchObject({ http: 403 })
  })

  it('stay as they are where a save says nothing of them, travel with export and import, and can be taken back', async () => {
    expect(await save(undefined, 2)).toMatchObject({ http: 200 })
    expect(app.catalogue.port.current().games.find(({ id }) => id === 'ember')?.bases).toEqual(BASES)
    const file = await admin().post<{ text: string }>('/platform/catalogue/export', { format: 'json' })
    const again = { format: 'json', apply: true }
    const bring = (text: string) =>
      admin().postText<{ counts: object }>('/platform/catalogue/import', again, text)
    expect((await bring(file.body.data.text)).body.data.counts).toMatchObject({ changed: 0, refused: 0 })
    const other = file.body.data.text.replace('"platformBase": 100000000', '"platformBase": 1000000000')
    expect((await bring(other)).body.data.counts).toMatchObject({ changed: 1, refused: 0 })
    expect((await find('余烬')).players).toEqual([])
    expect(await save(null, 4)).toMatchObject({ http: 200 })
    expect(app.catalogue.port.current().games.find(({ id }) => id === 'ember')?.bases).toBeUndefined()
  })
})

describe('one resolver for search and lookup', () => {
  it('[S9.05] what a search offers can be opened: the server of the number is gone', async () => {
    const moved = '30777000045'
    app.game.honest.players.set(moved, {
      ...app.game.honest.players.get('30123000045')!,
      uId: moved,
      name: '旧人',
    })
    const lantern = app.as(holding('lantern', 'index.player.read'))
    const url = `/adjust/lookup?uId=${moved}&game=lantern`
    expect(await lantern.get(url)).toMatchObject({ body: { err: { code: 'player_not_found' } } })
    const { body } = await lantern.get<SearchReply>(
      `/adjust/players/search?${new URLSearchParams({ q: '旧人', game: 'lantern' })}`,
    )
    expect(body.data.players).toMatchObject([{ uId: moved, sId: 123 }])
    expect((await lantern.get(url)).body).toMatchObject({
      status: 0,
      data: { id: moved, sId: 123, movedFrom: 777 },
    })
  })
})
