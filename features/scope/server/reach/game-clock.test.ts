import { CALL_TIMES } from '@qd/adapter-standard'
import { holding, placesMigrations, startPlacesApp } from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let app: PlacesApp
let store: Store<never>

beforeEach(async () => {
  store = await openStoreForTest<never>('sqlite', placesMigrations)
  // Half as long as a console really waits for a game: the deadline of a clock is its own.
  app = await startPlacesApp(store, undefined, CALL_TIMES.readTimeoutMs / 2)
})
afterEach(async () => {
  await app.stop()
  await store.close()
})

const player = () => app.as(holding('lantern/northwind', 'index.player.read'))

describe('the clock of a server that keeps silent', () => {
  it('is given up long before the console gives up a game call', async () => {
    app.game.behave('slow')
    const ended: string[] = []
    const ask = (path: string) =>
      player()
        .get(`/adjust/${path}`)
        .finally(() => ended.push(path))
    const asked = ask('lookup?uId=30123000045')
    await expect.poll(() => app.game.calls.map(({ name }) => name)).toContain('lookup')
    const answers = await Promise.all([ask('time?sId=123'), asked])
    expect(ended).toEqual(['time?sId=123', 'lookup?uId=30123000045'])
    const gaveUp = { http: 504, body: { err: { code: 'upstream_timeout', retryable: true } } }
    expect(answers).toMatchObject([gaveUp, gaveUp])
  })

  it('[S7.19] leaves the card of the server without one', async () => {
    app.game.behave('slow', 'time')
    const { body } = await player().get('/adjust/index?sId=123')
    expect(body).toMatchObject({ status: 0, data: { status: 'running', clock: null, online: 1 } })
  })
})
