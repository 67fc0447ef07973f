import { createStandardAdapter } from '@qd/adapter-standard'
import { HONEST_UID, plainDialer, startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { createDataEditFeature, dataEditMigrations } from '@qd/data-edit/server'
import type { DataEditTables } from '@qd/data-edit/server'
import type { SeedConnection } from '@qd/catalogue/server'
import { createDialer, createEnvelopeBox, createLiveTopics, currentAsker } from '@qd/server-kit'
import { aCaller, createTestApp } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { placesForTest, placesMigrations } from '../testing/places/index.ts'
import type { TestPlaces } from '../testing/places/index.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Server 123 was merged into 124: what answers at 123 knows only where its players have gone. */
const SEED = {
  game: { id: 'lantern', name: '灯海', code: 'lantern' },
  operators: [
    {
      partnerCode: 'northwind',
      name: 'Northwind',
      platform: 3,
      lines: [
        line('old-line', [{ sId: 123, serviceName: '潮汐之门' }]),
        line('new-line', [{ sId: 124, serviceName: '琥珀礁' }]),
      ],
    },
  ],
  channels: [],
}

function line(lineId: string, servers: { sId: number; serviceName: string }[]) {
  return { lineId, lineCode: lineId, name: lineId, environment: 'test' as const, servers }
}

const READ = `/adjust/get?uId=${HONEST_UID}`
const LOOKUP = `/adjust/lookup?uId=${HONEST_UID}`
const CODES = ['index.player.read', 'index.data.read', 'index.data.edit', 'index.data.edit.sensitive']
const at = (scope: string) => [{ scope, environment: '*' as const, codes: CODES }]

let before: LyingGame
let after: LyingGame
let store: Store<DataEditTables>
let places: TestPlaces
let app: ReturnType<typeof createTestApp>

const connectionTo = ({ target }: LyingGame, sId: number): SeedConnection => {
  const { apiUrl, serverId, keyId, hashKey, ws } = target
  return { platform: 3, sId, apiUrl, serverId, keyId, hashKey, ws }
}
const levelAt = (game: LyingGame) =>
  (game.honest.players.get(HONEST_UID)!.data.role as { level: number }).level

beforeEach(async () => {
  before = await startLyingGame('honest', { sId: 124 })
  after = await startLyingGame('honest', { sId: 124 })
  ;(after.honest.players.get(HONEST_UID)!.data.role as { level: number }).level = 99
  store = await openStoreForTest<DataEditTables>('sqlite', [...placesMigrations, ...dataEditMigrations])
  places = placesForTest({
    store: store.as(),
    secretBox: createEnvelopeBox(Buffer.alloc(32, 7)),
    adapters: [
      {
        adapter: createStandardAdapter({ dialer: plainDialer(), asker: currentAsker }),
        fresh: createStandardAdapter,
      },
    ],
    dialer: createDialer({ ownPorts: () => [] }),
    log: { error: () => {} },
  })
  await places.start()
  await places.catalogue.seed(SEED, [connectionTo(before, 123), connectionTo(after, 124)])
  const { catalogue, scope } = places
  const dataEdit = createDataEditFeature({
    store,
    reach: scope.reach,
    topics: createLiveTopics(store.broadcast),
  })
  app = createTestApp({ features: [scope, catalogue, dataEdit], scope: scope.port, store: store.as() })
})
afterEach(async () => {
  await app.close()
  await places.stop()
  await before.stop()
  await after.stop()
  await store.close()
})

describe('a player whose server was merged into another one', () => {
  const operator = () => app.as(aCaller('operator', at('lantern/northwind')))

  it('[S7.20] is read and written where the game found him, and the answer says from where he came', async () => {
    const found = await operator().get<object>(LOOKUP)
    expect(found.body.data).toMatchObject({ sId: 124, lineId: 'new-line', movedFrom: 123 })
    for (const path of [READ, `/line/new-line${READ}`, `${READ}&sId=124`]) {
      const read = await operator().post<{ data: { role: { level: number } } }>(path)
      expect([read.http, read.body.data.data.role.level], path).toEqual([200, 99])
    }
    const body = {
      version: '1',
      changes: [{ diff: 'Role', path: ['level'], op: 'set', value: 50, old: 99 }],
      reason: 'ticket',
      idempotencyKey: 'moved-player-1',
    }
    const written = await operator().post(`/adjust/api/change?uId=${HONEST_UID}`, body)
    expect(written.http, written.raw).toBe(200)
    expect([levelAt(before), levelAt(after)]).toEqual([72, 50])
    expect(app.audits.at(-1)?.entry?.scope).toBe('lantern/northwind/new-line/124')
  })

  it('[S6.02] asks for the rights at the place where he is now', async () => {
    await operator().get(LOOKUP)
    const old = app.as(aCaller('old', at('lantern/northwind/old-line')))
    const fresh = app.as(aCaller('fresh', at('lantern/northwind/new-line')))
    expect([(await old.get(LOOKUP)).http, (await old.post(READ)).http]).toEqual([403, 403])
    expect([(await fresh.get(LOOKUP)).http, (await fresh.post(READ)).http]).toEqual([200, 200])
    expect((await fresh.post(`/line/old-line${READ}`)).http).toBe(403)
  })

  it('[S7.20] is found again when he is back', async () => {
    await operator().get(LOOKUP)
    after.honest.players.delete(HONEST_UID)
    expect((await operator().get<object>(LOOKUP)).body.data).toMatchObject({ sId: 124, movedFrom: 123 })
    await before.stop()
    before = await startLyingGame('honest', { sId: 123 })
    await places.catalogue.seed(SEED, [connectionTo(before, 123), connectionTo(after, 124)])
    const back = await operator().get<object>(LOOKUP)
    expect(back.body.data).toMatchObject({ sId: 123, lineId: 'old-line' })
    expect(back.body.data).not.toHaveProperty('movedFrom')
    expect((await operator().post(READ)).http).toBe(200)
  })
})
