import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer, startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { catalogueMigrations } from '@qd/catalogue/server'
import type { SeedConnection } from '@qd/catalogue/server'
import type { WholeAdapter } from '@qd/game-contract/adapter'
import { scopeMigrations } from '@qd/scope/server'
import { createDialer, createEnvelopeBox } from '@qd/server-kit'
import type { AdapterKind, Caller, FreshOptions } from '@qd/server-kit'
import { aCaller, createTestApp } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { composePlaces } from '../../compose/compose-places.ts'
import type { Places, PlacesParts } from '../../compose/compose-places.ts'
import { testSeed } from './test-catalogue.ts'

export const box = createEnvelopeBox(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))

/** Where a lying game listens, as the record of the given server. */
export function connectionTo(game: LyingGame, platform: number, sId: number): SeedConnection {
  const { apiUrl, serverId, keyId, hashKey, ws } = game.target
  return { platform, sId, apiUrl, serverId, keyId, hashKey, ws }
}

const nowhere = (platform: number, sId: number): SeedConnection => ({
  platform,
  sId,
  apiUrl: 'http://127.0.0.1:1',
  serverId: `s${sId}`,
  keyId: 'k1',
  hashKey: 'a key nobody uses',
  ws: 'ws://127.0.0.1:1',
})

export const placesMigrations = [...catalogueMigrations, ...scopeMigrations]

/** The hierarchy and what chooses in it, composed as the server does. */
export interface TestPlaces extends Places {
  start(): Promise<void>
  stop(): Promise<void>
}

export function placesForTest(parts: Omit<PlacesParts, 'say'>): TestPlaces {
  const { catalogue, scope } = composePlaces({ ...parts, say: (error) => error.def.code })
  return {
    catalogue,
    scope,
    async start() {
      await catalogue.start?.()
      await scope.start?.()
    },
    async stop() {
      await scope.stop?.()
      await catalogue.stop?.()
    },
  }
}

export interface PlacesApp extends Pick<Places, 'catalogue' | 'scope'> {
  /** Server 123 of Northwind; server 11 of Harbour was merged into it, every other one is switched off. */
  game: LyingGame
  /** Moves the clock of every cache. */
  pass(ms: number): void
  /** Seeds as the next start of the sandbox does. */
  seedAgain(): Promise<void>
  store: Store<never>
  audits: ReturnType<typeof createTestApp>['audits']
  as: ReturnType<typeof createTestApp>['as']
  anonymous: ReturnType<typeof createTestApp>['anonymous']
  stop(): Promise<void>
}

/** Both features behind the real guard over a real store and one real, lying game server. */
export async function startPlacesApp(
  store: Store<never>,
  others: (standard: WholeAdapter) => AdapterKind[] = () => [],
  readTimeoutMs = 400,
): Promise<PlacesApp> {
  const game = await startLyingGame('honest', { sId: 123 })
  let passedMs = 0
  const now = () => Date.now() + passedMs
  const adapter = createStandardAdapter({
    dialer: plainDialer(),
    readTimeoutMs,
    cacheMs: 0,
    gate: { failuresToOpen: 1_000_000 },
  })
  const fresh = (options: FreshOptions) => createStandardAdapter({ ...options, cacheMs: 0 })
  const adapters = [{ adapter, fresh }, ...others(adapter)]
  const log = { error: (detail: unknown) => Promise.reject(detail) }
  const dialer = createDialer({ ownPorts: () => [] })
  const places = placesForTest({ store, secretBox: box, adapters, dialer, log, now })
  const { catalogue, scope } = places
  await places.start()
  const seed = () =>
    catalogue.seed(testSeed, [
      nowhere(1, 1),
      nowhere(1, 123),
      connectionTo(game, 1, 11),
      connectionTo(game, 3, 123),
      nowhere(3, 124),
    ])
  await seed()
  const app = createTestApp({ features: [scope, catalogue], scope: scope.port, store })
  return {
    game,
    catalogue,
    scope,
    store,
    seedAgain: seed,
    audits: app.audits,
    pass: (ms) => {
      passedMs += ms
    },
    as: app.as,
    anonymous: app.anonymous,
    stop: async () => {
      dialer.close()
      await app.close()
      await places.stop()
      await game.stop()
    },
  }
}

/** A caller whose grants hold the given places with the given permissions. */
export function holding(scope: string, ...codes: string[]): Caller {
  return aCaller(`${scope} ${codes.join()}`, [{ scope, environment: '*', codes }])
}
