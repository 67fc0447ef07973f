import { createStandardAdapter } from '@qd/adapter-standard'
import type { GameAdapter } from '@qd/game-contract/adapter'
import type { GameServersFeature } from '@qd/game-servers/server'
import { assertMayWrite, currentAsker } from '@qd/server-kit'
import type { AdapterKind } from '@qd/server-kit'
import { composePlaces } from './compose-places.ts'
import type { ComposeParts } from './compose-parts.ts'
import type { Places, PlacesParts } from './compose-places.ts'

/** How game servers are reached, measured by the servers of the catalogue; by key. A server's record names one. */
function watchedAdapters(
  { metrics, dialer }: ComposeParts,
  isRecorded: (key: string) => boolean,
  onWrite: GameServersFeature['noteWrite'],
): AdapterKind[] {
  const watched = (adapter: GameAdapter) =>
    metrics.watchAdapter(adapter, ({ game, platform, sId }) => isRecorded(`${game}:${platform}:${sId}`))
  return [
    {
      adapter: watched(createStandardAdapter({ dialer, asker: currentAsker, onWrite })),
      fresh: (options) => createStandardAdapter({ ...options, cacheMs: 0 }),
    },
  ]
}

/** The hierarchy of game servers, reached as the console does. */
export function placesOfConsole(
  parts: ComposeParts,
  say: PlacesParts['say'],
  gameServers: () => GameServersFeature,
): Places {
  const { store, secretBox, dialer, settings, logger } = parts
  const places = composePlaces({
    store,
    secretBox,
    dialer,
    adapters: watchedAdapters(
      parts,
      (key) => places.catalogue.port.current().serverByKey.has(key),
      async (target, write) => {
        assertMayWrite()
        await gameServers().noteWrite(target, write)
      },
    ),
    onMeta: (server, meta) => gameServers().noteMeta(server, meta),
    say,
    log: { error: (detail, message) => logger.error({ err: detail }, message) },
    bases: { platformBase: settings.PLATFORM_BASE_NUM, serverBase: settings.SID_BASE_NUM },
  })
  return places
}
