import type { AppError } from '@qd/contract-kit'
import { DEFAULT_BASES } from '@qd/game-id'
import type { UIdBases } from '@qd/game-id'
import type { Language } from '@qd/i18n'
import { serveChannel } from '@qd/server-kit'
import type { OpenKey } from '@qd/game-contract/signing'
import type {
  Adapters,
  CatalogueServer,
  CataloguePort,
  GuardedDialer,
  SecretBox,
  ServerFeature,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import * as contract from '../contract/index.ts'
import { administrationRoutes } from './administration-routes.ts'
import { serveTestChannel } from './test-connection/test-live.ts'
import { createCatalogueCache } from './load/catalogue-cache.ts'
import { openKeys, openTarget } from './load/sealed-server.ts'
import type { SealedServer } from './load/sealed-server.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import type { CatalogueSeed, SeedConnection } from './seed-catalogue.ts'
import type { CatalogueTables } from './tables.ts'

export { catalogueMigrations } from './migrations.ts'
export type { CatalogueSeed, SeedConnection } from './seed-catalogue.ts'
export type { CatalogueTables } from './tables.ts'

export interface CatalogueDeps {
  store: Store<never>
  secretBox: SecretBox
  /** What the record of a server may name. */
  adapters: Pick<Adapters, 'has' | 'fresh'>
  /** The guarded way out, for the test of a server's connection. */
  dialer: Pick<GuardedDialer, 'fetch' | 'webSocket' | 'probe'>
  /** A refusal in a language, for the rows of an import. */
  say(error: AppError, lang: Language): string
  /** Reports what happens outside any call, e.g. a catalogue that could not be loaded. */
  log: { error(detail: unknown, message: string): void }
  /** How uIds split (S9.05); the settings file may replace them. */
  bases?: UIdBases
  now?(): number
}

/** Keeps games, operators, lines, servers and channels. */
export interface CatalogueFeature extends ServerFeature {
  readonly port: CataloguePort<SealedServer>
  /** The keys a server may sign its own calls with. */
  openKeysOf(server: CatalogueServer): readonly OpenKey[]
  /** Makes the places that are missing and renews addresses and keys; `start` comes before. */
  seed(seed: CatalogueSeed, connections: readonly SeedConnection[]): Promise<void>
}

export function createCatalogueFeature(deps: CatalogueDeps): CatalogueFeature {
  const { secretBox, adapters, dialer, say, log, bases = DEFAULT_BASES, now = Date.now } = deps
  const store = deps.store.as<CatalogueTables>()
  const cache = createCatalogueCache({
    store,
    onLoadError: (error) => log.error(error, 'the catalogue could not be loaded; the last one stays'),
  })
  return {
    name: 'catalogue',
    texts: new URL('../contract/locales/', import.meta.url),
    port: {
      current: cache.current,
      targetOf: (server) => openTarget(cache.current(), server, secretBox),
    },
    openKeysOf(server) {
      const found = cache.current().serverByKey.get(server.key)
      return found === undefined ? [] : openKeys(found, secretBox)
    },
    permissions: [contract.editSecrets, contract.allowNetworks],
    channels: [
      serveChannel(contract.catalogueChannel, (_open, subscription) =>
        cache.onChanged(() => subscription.send({ atMs: now() })),
      ),
      serveTestChannel(store),
    ],
    start: cache.start,
    stop: cache.stop,
    async seed(seed, connections) {
      await seedCatalogue({ store, secretBox, now }, seed, connections)
      await cache.invalidate()
    },
    routes: administrationRoutes({ store, cache, secretBox, adapters, bases, dialer, say, now }),
  }
}
