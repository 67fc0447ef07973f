import { createGameServersFeature } from '@qd/game-servers/server'
import type { GameServersFeature, GameServerTimes } from '@qd/game-servers/server'
import type { AuditPort, NotificationsPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Places } from './compose-places.ts'

interface GameServersParts {
  store: Store<never>
  logger: FastifyBaseLogger
  /** Shorter ones for tests. */
  gameServerTimes?: Partial<GameServerTimes> | undefined
}

/** What game servers tell the console by themselves. */
export function composeGameServers(
  { store, logger, gameServerTimes: times }: GameServersParts,
  { catalogue, scope }: Places,
  { notifications, audit }: { notifications: { port: NotificationsPort }; audit: { audit: AuditPort } },
): GameServersFeature {
  return createGameServersFeature({
    store,
    catalogue: catalogue.port,
    openKeysOf: catalogue.openKeysOf,
    reach: scope.reach,
    notifications: notifications.port,
    audit: audit.audit,
    log: {
      warn: (detail, message) => logger.warn(detail, message),
      error: (detail, message) => logger.error({ err: detail }, message),
    },
    times,
  })
}
