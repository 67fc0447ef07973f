import { AppError, coreErrors } from '@qd/contract-kit'
import { DEFAULT_BASES } from '@qd/game-id'
import type { UIdBases } from '@qd/game-id'
import type { GameMeta } from '@qd/game-contract'
import { fromGame, serve } from '@qd/server-kit'
import type {
  Adapters,
  Caller,
  Catalogue,
  CataloguePlace,
  CataloguePort,
  LineRecord,
  ReachPort,
  ScopePort,
  ServerFeature,
  ServerRecord,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import * as contract from '../contract/index.ts'
import { readClock } from './reach/game-clock.ts'
import { createListChannels } from './lists/list-channels.ts'
import { listCrossServers } from './lists/list-cross-servers.ts'
import { listDomains, listGameServers, listGames, listLines, listOperators } from './lists/list-places.ts'
import { listServers } from './lists/list-servers.ts'
import { lookUpPlayer } from './lookup/look-up-player.ts'
import { createMovedPlayers } from './lookup/moved-players.ts'
import { noteHome } from './lookup/note-home.ts'
import type { Home } from './lookup/note-home.ts'
import { searchPlayers } from './lookup/search-players.ts'
import { createReach } from './reach/reach-servers.ts'
import { gameBases } from './target/game-bases.ts'
import { resolveTarget } from './target/resolve-target.ts'
import { createServerHealth } from './reach/server-health.ts'
import { showServerCard } from './reach/show-server-card.ts'
import type { ScopeTables } from './tables.ts'
import { codecOf, visibleServers } from './lists/visible-places.ts'

export { scopeMigrations } from './migrations.ts'

export interface ScopeDeps {
  store: Store<never>
  /** Where there is something to choose. */
  catalogue: CataloguePort
  /** How game servers are reached; the record of each names one. */
  adapters: Pick<Adapters, 'of'>
  /** Told what servers say of themselves when somebody looks at them. */
  onMeta?(server: ServerRecord, meta: GameMeta): void
  /** Reports what happens outside any call, e.g. players that could not be loaded. */
  log: { error(detail: unknown, message: string): void }
  /** How uIds split (S9.05); the settings file may replace them. */
  bases?: UIdBases
  now?(): number
}

/** Everything that finds a way in the hierarchy. */
export interface ScopeFeature extends ServerFeature {
  readonly port: ScopePort
  readonly reach: ReachPort
  /** Frame layout of the first server the caller reaches at the place, as the record has it; null for none. */
  codecOf(caller: Caller, place: CataloguePlace): unknown
  /** Names and base addresses of the lines a caller may see. */
  linesOf(caller: Caller): { name: string; value: string }[]
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
  const { adapters, log, bases = DEFAULT_BASES, now = Date.now } = deps
  const store = deps.store.as<ScopeTables>()
  const catalogue = deps.catalogue.current
  const moved = createMovedPlayers({
    store,
    onLoadError: (error) => log.error(error, 'the moved players could not be loaded; the last ones stay'),
  })
  const health = createServerHealth({
    catalogue: deps.catalogue,
    adapters,
    onMeta: (server, meta) => deps.onMeta?.(server, meta),
    now,
  })
  const reach = createReach({ catalogue: deps.catalogue, adapters, health })
  const homes = (home: Home) => noteHome({ store, moved }, home)
  const known = () => {
    const places = catalogue()
    return { catalogue: places, moved: moved.current(), bases: gameBases(places, bases) }
  }
  const listChannels = createListChannels(reach, now)

  return {
    name: 'scope',
    texts: new URL('../contract/locales/', import.meta.url),
    port: {
      resolve: (target) => resolveTarget({ catalogue: catalogue(), moved: moved.current() }, bases, target),
    },
    reach,
    codecOf: (caller, place) => codecOf(catalogue(), caller, place),
    linesOf: (caller) => listDomains(catalogue(), caller),
    start: moved.start,
    stop: moved.stop,
    routes: [
      serve(contract.gameList, (_input, ctx) => listGames(catalogue(), ctx.caller)),
      serve(contract.operatorList, (_input, ctx) => listOperators(catalogue(), ctx.caller, ctx.place)),
      serve(contract.lineList, (_input, ctx) => listLines(catalogue(), ctx.caller, ctx.place)),
      serve(contract.serverList, (_input, ctx) => {
        const line = lineAt(catalogue(), ctx.place)
        return listServers(visibleServers(catalogue(), ctx.caller, line.lineId), health)
      }),
      serve(contract.channelList, async (_input, ctx) => {
        return [...(await listChannels(lineAt(catalogue(), ctx.place), ctx.lang))]
      }),
      serve(contract.domainList, (_input, ctx) => listDomains(catalogue(), ctx.caller)),
      serve(contract.gameServerList, (_input, ctx) => listGameServers(catalogue(), ctx.caller, ctx.place)),
      serve(contract.crossServerList, (_input, ctx) => {
        return listCrossServers({ catalogue: catalogue(), reach }, ctx, lineAt(catalogue(), ctx.place))
      }),
      serve(contract.linkedPlace, (_input, ctx) => {
        const { game = '', operator: partnerCode = '', lineId = '', sId = 0 } = ctx.place
        return { game, partnerCode, lineId, sId }
      }),
      serve(contract.lookup, (_input, ctx) => lookUpPlayer({ ...known(), reach, noteHome: homes }, ctx)),
      serve(contract.playerSearch, ({ query }, ctx) =>
        searchPlayers({ ...known(), reach, health, noteHome: homes }, query, ctx),
      ),
      serve(contract.serverTime, (_input, ctx) =>
        fromGame(readClock(reach, serverAt(catalogue(), ctx.place), ctx.signal)),
      ),
      serve(contract.serverCard, (_input, ctx) => {
        const server = serverAt(catalogue(), ctx.place)
        return showServerCard(server, lineAt(catalogue(), ctx.place), { health, reach, signal: ctx.signal })
      }),
    ],
  }
}
