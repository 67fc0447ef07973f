import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectionTo,
  holding,
  placesMigrations,
  startPlacesApp,
  testSeed,
} from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'

let app: PlacesApp
let store: Store<never>

/** A second game whose operator has the platform number of the first one's. */
const northwind = testSeed.operators[1]!
const ember = {
  channels: testSeed.channels,
  game: { id: 'ember', name: '余烬', code: 'ember' },
  operators: [{ ...northwind, lines: [{ ...northwind.lines[0]!, lineId: 'ember-test' }] }],
}

beforeAll(async () => {
  store = await openStoreForTest<never>('sqlite', placesMigrations)
  app = await startPlacesApp(store)
  await app.catalogue.seed(ember, [connectionTo(app.game, 3, 123), connectionTo(app.game, 3, 124)])
})
afterAll(async () => {
  await app.stop()
  await store.close()
})

const both = () => app.as(holding('*', 'index.player.read'))
const url = '/adjust/lookup?uId=30123000045'

describe('two games on one platform number', () => {
  it('[S7.20] a uId both have is told with the places it may mean', async () => {
    expect(await both().get(url)).toMatchObject({
      http: 400,
      body: {
        err: {
          code: 'scope_ambiguous',
          field: 'uId',
          details: {
            candidates: [
              {
                game: 'lantern',
                partnerCode: 'northwind',
                lineId: 'northwind-test',
                sId: 123,
                serviceName: '潮汐之门',
              },
              {
                game: 'ember',
                partnerCode: 'northwind',
                lineId: 'ember-test',
                sId: 123,
                serviceName: '潮汐之门',
              },
            ],
          },
        },
      },
    })
  })

  it.each(['lantern', 'ember'])('[S7.20] with its game %s named the player is found there', async (game) => {
    expect((await both().get(`${url}&game=${game}`)).body).toMatchObject({
      status: 0,
      data: { id: '30123000045', sId: 123, game },
    })
  })

  it('who may read one of the games is never asked, and is not told of the other', async () => {
    const one = app.as(holding('ember', 'index.player.read'))
    expect((await one.get(url)).body).toMatchObject({ status: 0, data: { game: 'ember' } })
    expect(await one.get(`${url}&game=lantern`)).toMatchObject({
      http: 403,
      body: { err: { code: 'scope_forbidden' } },
    })
  })

  it('a game nobody knows is not found, and a game without the platform disagrees', async () => {
    expect((await both().get(`${url}&game=nix`)).body.err?.code).toBe('game_not_found')
    expect((await both().get(`/adjust/lookup?uId=10123000045&game=ember`)).http).toBeGreaterThanOrEqual(400)
    expect((await both().get(`${url}&game=${'x'.repeat(201)}`)).body.err).toMatchObject({ field: 'game' })
  })
})
