import { AppError, coreErrors } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { DEFAULT_BASES } from '@qd/game-id'
import type { UIdBases } from '@qd/game-id'
import { createAdapters, fromGame, inBackground, serve, serveChannel } from '@qd/server-kit'
import type {
  AdapterKind,
  Caller,
  Catalogue,
  CataloguePlace,
  CataloguePort,
  GuardedDialer,
  LineRecord,
  ReachPort,
  ScopePort,
  SecretBox,
  ServerFeature,
  ServerRecord,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import * as contract from '../contract/index.ts'
import { serveTestChannel } from './administration/test-connection/test-live.ts'
import { administrationRoutes } from './administration/administration-routes.ts'
import { createCatalogueCache } from './catalogue-cache.ts'
import { clockReply } from './game-clock.ts'
import { createListChannels } from './list-channels.ts'
import { listCrossServers } from './list-cross-servers.ts'
import { listDomains, listGameServers, listGames, listLines, listOperators } from './list-places.ts'
import { listServers } from './list-servers.ts'
import { lookUpPlayer } from './look-up-player.ts'
import { createMovedPlayers } from './moved-players.ts'
import { noteHome } from './note-home.ts'
import type { Home } from './note-home.ts'
import { createReach } from './reach-servers.ts'
import { resolveTarget } from './resolve-target.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import type { CatalogueSeed, SeedConnection } from './seed-catalogue.ts'
import { openTarget } from './sealed-server.ts'
import type { SealedServer } from './sealed-server.ts'
import { createServerHealth } from './server-health.ts'
import { showServerCard } from './show-server-card.ts'
import type { ScopeTables } from './tables.ts'
import { codecOf, visibleServers } from './visible-places.ts'

export { scopeMigrations } from './migrations.ts'
export type { CatalogueSeed, SeedConnection } from './seed-catalogue.ts'
export type { ScopeTables } from './tables.ts'

export interface ScopeDeps {
  store: Store<never>
  secretBox: SecretBox
  /** How game servers are reached; the record of each names one. */
  adapters: readonly AdapterKind[]
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

/** The hierarchy and everything that finds a way in it. */
export interface ScopeFeature extends ServerFeature {
  readonly port: ScopePort
  readonly reach: ReachPort
  /** Frame layout of the first server the caller reaches at the place, as the record has it; null for none. */
  codecOf(caller: Caller, place: CataloguePlace): unknown
  /** The hierarchy as of now. */
  catalogue(): Catalogue<SealedServer>
  /** Names and base addresses of the lines a caller may see. */
  linesOf(caller: Caller): { name: string; value: string }[]
  /** Makes the places that are missing and renews addresses and keys; `start` comes before. */
  seedCatalogue(seed: CatalogueSeed, connections: readonly SeedConnection[]): Promise<void>
}

function lineAt(catalogue: Catalogue, place: CataloguePlace): LineRecord {
  const line = catalogue.lineById.get(place.lineId ?? '')
  if (!line) throw new AppError(coreErrors.line_required, { field: 'lineId' })
  return line
}

function serverAt(catalogue: Catalogue, place: CataloguePlace): ServerRecord {
  const server = catalogue.serverByKey.get(place.server?.key ?? '')
  if (!server) throw new AppError(coreErrors.server_required, { field: 'sId' })
  return server
}

export function createScopeFeature(deps: ScopeDeps): ScopeFeature {
  const { secretBox, log, bases = DEFAULT_BASES, now = Date.now } = deps
  const store = deps.store.as<ScopeTables>()
  const cache = createCatalogueCache({
    store,
    onLoadError: (error) => log.error(error, 'the catalogue could not be loaded; the last one stays'),
  })
  const moved = createMovedPlayers({
    store,
    onLoadError: (error) => log.error(error, 'the moved players could not be loaded; the last ones stay'),
  })
  const catalogue = cache.current
  const port: CataloguePort = {
    current: catalogue,
    targetOf: (server) => openTarget(catalogue(), server, secretBox),
  }
  const adapters = createAdapters(deps.adapters)
  const health = createServerHealth({ catalogue: port, adapters, now })
  const reach = createReach({ catalogue: port, adapters, health })
  const listChannels = createListChannels(reach, now)

  const { dialer, say } = deps
  const administration = { store, cache, secretBox, adapters, bases, dialer, say, now }

  return {
    name: 'scope',
    texts: new URL('../contract/locales/', import.meta.url),
    port: {
      resolve: (target) => resolveTarget({ catalogue: catalogue(), moved: moved.current() }, bases, target),
    },
    reach,
    catalogue,
    codecOf: (caller, place) => codecOf(catalogue(), caller, place),
    linesOf: (caller) => listDomains(catalogue(), caller),
    permissions: [contract.editSecrets, contract.allowNetworks],
    channels: [
      serveChannel(contract.catalogueChannel, (_open, subscription) =>
        cache.onChanged(() => subscription.send({ atMs: now() })),
      ),
      serveTestChannel(store),
    ],
    async start() {
      await cache.start()
      await moved.start()
    },
    async stop() {
      await moved.stop()
      await cache.stop()
    },
    async seedCatalogue(seed, connections) {
      await seedCatalogue({ store, secretBox, now }, seed, connections)
      await cache.invalidate()
    },
    routes: [
      serve(contract.gameList, (_input, ctx) => listGames(catalogue(), ctx.caller)),
      serve(contract.operatorList, (_input, ctx) => listOperators(catalogue(), ctx.caller, ctx.place)),
      serve(contract.lineList, (_input, ctx) => listLines(catalogue(), ctx.caller, ctx.place)),
      serve(contract.serverList, (_input, ctx) => {
        const line = lineAt(catalogue(), ctx.place)
        return listServers(visibleServers(catalogue(), ctx.caller, line.lineId), health)
      }),
      serve(contract.channelList, async (_input, ctx) => {
        return [...(await listChannels(lineAt(catalogue(), ctx.place)))]
      }),
      serve(contract.domainList, (_input, ctx) => listDomains(catalogue(), ctx.caller)),
      serve(contract.gameServerList, (_input, ctx) => listGameServers(catalogue(), ctx.caller, ctx.place)),
      serve(contract.crossServerList, (_input, ctx) => {
        return listCrossServers({ catalogue: catalogue(), reach }, ctx.caller, lineAt(catalogue(), ctx.place))
      }),
      serve(contract.lookup, (_input, ctx) => {
        const homes = (home: Home) => noteHome({ store, moved }, home)
        return lookUpPlayer({ catalogue: catalogue(), reach, bases, noteHome: homes }, ctx)
      }),
      serve(contract.serverTime, async (_input, ctx) => {
        const { time, target } = await reach.reach(serverAt(catalogue(), ctx.place))
        // Every open page asks again and again: no clock may take the place of what somebody waits for.
        const clock = inBackground(() => time.read(target, { signal: ctx.signal }))
        return fromGame(clock.then(clockReply))
      }),
      serve(contract.serverCard, (_input, ctx) => {
        const server = serverAt(catalogue(), ctx.place)
        return showServerCard(server, lineAt(catalogue(), ctx.place), { health, reach })
      }),
      ...administrationRoutes(administration),
    ],
  }
}
