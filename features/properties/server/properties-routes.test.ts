import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer, startLyingGame } from '@qd/adapter-standard/testing'
import type { HttpPersonality, LyingGame } from '@qd/adapter-standard/testing'
import type { ReachPort } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { createPropertiesFeature, propertiesMigrations } from './index.ts'
import type { PropertiesTables } from './index.ts'

let dead: LyingGame
let game: LyingGame
let app: ReturnType<typeof createTestApp>
let nowMs = 0
let store: Store<PropertiesTables>
const servers = [aServer({ sId: 123 }), aServer({ sId: 124 })]
let askable = servers

beforeAll(async () => {
  dead = await startLyingGame('honest', { sId: 123 })
  game = await startLyingGame('honest', { sId: 124 })
  await dead.stop()
  const adapter = createStandardAdapter({ dialer: plainDialer(), readTimeoutMs: 400, cacheMs: 0 })
  const reach: ReachPort = {
    reach: async ({ sId }) => ({ ...adapter, target: sId === 123 ? dead.target : game.target }),
    serversOf: () => askable,
  }
  store = await openStoreForTest<PropertiesTables>('sqlite', propertiesMigrations)
  app = createTestApp({
    features: [createPropertiesFeature({ store, reach, now: () => nowMs })],
    scope: fixedScope(servers),
  })
})
afterAll(async () => {
  await app.close()
  await store.close()
  await game.stop()
})
beforeEach(() => {
  askable = servers
  game.behave('honest')
})

const body = { partnerCode: 'northwind', lineCode: 'northwind-test' }
const admin = () => app.as(aCaller('admin', [everything]))
const items = (lang = 'en') => admin().post('/platform/gameProp/all', body, { lang })
const limits = () => admin().post('/platform/gamePropUpperLimit/list', body)

describe('items and limits of a line', () => {
  it.each<[HttpPersonality, number, string]>([
    ['garbage', 502, 'upstream_garbage'],
    ['slow', 504, 'upstream_timeout'],
    ['bad_signature', 502, 'upstream_signature'],
    ['refuse', 422, 'upstream_refused'],
  ])('fails as a game never asked before does: %s', async (personality, http, code) => {
    askable = servers.slice(1)
    game.behave(personality)
    expect(await items()).toMatchObject({ http, body: { data: null, err: { code } } })
    askable = servers.slice(0, 1)
    expect(await items()).toMatchObject({ http: 503, body: { err: { code: 'upstream_down' } } })
  })

  it('[S7.04] [S3.02] lists the items of any server of the line that runs, numbers as text', async () => {
    expect((await items()).body.data).toEqual([
      { number: '10007', name: 'Lamp', type: { code: 'tool', name: 'Tool' } },
    ])
  })

  it('one answer of the game serves every language', async () => {
    const asked = () => game.calls.filter((call) => call.name === 'items').length
    const names = async (lang: string) => (await items(lang)).body.data as { name: string }[]
    await items()
    const before = asked()
    expect([await names('cn'), await names('de')]).toMatchObject([[{ name: '灯' }], [{ name: 'Lamp' }]])
    expect(asked()).toBe(before)
  })

  it('[S7.05] [S3.02] lists the upper limits', async () => {
    expect((await limits()).body.data).toEqual([{ number: '10007', quantity: '999' }])
  })

  it('asks the game once a minute and keeps the last lists while all servers are down', async () => {
    await items()
    const asked = () => game.calls.filter((call) => call.name === 'items').length
    const before = asked()
    await Promise.all([items(), items(), items()])
    expect(asked()).toBe(before)
    nowMs += 60_001
    await items()
    expect(asked()).toBe(before + 1)
    nowMs += 3_600_000
    game.behave('hang_up')
    expect((await items()).body.data).toMatchObject([{ number: '10007' }])
  })

  it('needs a session and a line the caller reaches', async () => {
    expect(await app.anonymous.post('/platform/gameProp/all', body)).toMatchObject({ http: 401 })
    const foreign = app.as(aCaller('other', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }]))
    expect(await foreign.post('/platform/gameProp/all', body)).toMatchObject({ http: 403 })
    expect(await foreign.post('/platform/gamePropUpperLimit/list', body)).toMatchObject({ http: 403 })
    const wrong = await admin().post('/platform/gameProp/all', { ...body, lineCode: 7 })
    expect(wrong).toMatchObject({ http: 400, body: { err: { field: 'lineCode' } } })
  })
})
