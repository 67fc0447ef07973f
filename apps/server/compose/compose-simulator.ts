import { join } from 'node:path'
import type { AccessFeature } from '@qd/access/server'
import type { AuditFeature } from '@qd/audit/server'
import { gameErrorOf, openRawSocket } from '@qd/adapter-standard'
import type { SessionFeature } from '@qd/session/server'
import { createPlayersFeature } from '@qd/players/server'
import type { PlayersFeature } from '@qd/players/server'
import { Accounts, createSimulatorFeature, openStream } from '@qd/simulator/server'
import type { OpenAddress, SimulatorFeature } from '@qd/simulator/server'
import type { ComposeParts } from './compose-parts.ts'
import type { Places } from './compose-places.ts'
import { groupsPort } from './groups-port.ts'

interface SimulatorParts {
  audit: Pick<AuditFeature, 'audit'>
  session: Pick<SessionFeature, 'session'>
  access: Pick<AccessFeature, 'access'>
  places: Places
}

const CONNECT_MS = 10_000
/** As for servers of the catalogue: one message may hold several frames. */
const FRAMES_IN_MESSAGE = 4

/** A socket to an address of a line's list: WebSocket or a plain stream. */
function openAddressBy({ dialer }: Pick<ComposeParts, 'dialer'>): OpenAddress {
  return ({ maxFrameBytes, ...to }, handlers) =>
    to.url.startsWith('tcp')
      ? openStream(dialer, to, handlers).catch((error: unknown) => {
          throw gameErrorOf(error, { hasEffect: false, signal: to.signal })
        })
      : openRawSocket(
          dialer,
          { ...to, maxPayloadBytes: maxFrameBytes * FRAMES_IN_MESSAGE, timeoutMs: CONNECT_MS },
          handlers,
        )
}

/** The client simulator; the time lines of its connections lie in the data folder of this node. */
export function composeSimulator(
  { env, store, settings, logger, dialer }: ComposeParts,
  { audit, session, access, places: { scope } }: SimulatorParts,
): SimulatorFeature {
  return createSimulatorFeature({
    store: store.as(),
    reach: scope.reach,
    groups: groupsPort(access),
    codecOf: scope.codecOf,
    ws: settings.ws,
    gateway: {
      store: store.as(),
      reach: scope.reach,
      session: session.session,
      audit: audit.audit,
      openAddress: openAddressBy({ dialer }),
      folder: join(env.dataDir, 'simulator'),
      onFault: (error) => logger.error({ err: error }, 'the simulator'),
    },
  })
}

/** Players; whom the console makes, the simulator can enter as again. */
export function composePlayers(
  { store, logger, settings }: Pick<ComposeParts, 'store' | 'logger' | 'settings'>,
  { scope: { reach, port }, catalogue }: Places,
): PlayersFeature {
  const accounts = new Accounts(store.as())
  return createPlayersFeature({
    store: store.as(),
    reach,
    scope: port,
    placeNames: (game, lineId) => {
      const { games, lineById } = catalogue.port.current()
      const gameName = games.find(({ id }) => id === game)?.name
      const lineName = lineById.get(lineId)?.name
      return { ...(gameName && { gameName }), ...(lineName && { lineName }) }
    },
    userWs: settings.userWs,
    // The player is there all the same.
    onMade: ({ server, uId, deviceId }) =>
      accounts
        .note(server, uId, { deviceId, isMade: true })
        .catch((error: unknown) => logger.error({ err: error }, 'the device of a new player')),
  })
}
