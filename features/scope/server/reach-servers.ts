import { AppError, coreErrors } from '@qd/contract-kit'
import type { GameAdapter, GameServerTarget } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachPort, SecretBox } from '@qd/server-kit'
import type { Catalogue, ServerRecord } from './catalogue.ts'
import type { ServerHealth } from './server-health.ts'

/** Where a server's sealed key belongs; the seal opens nowhere else. */
export function hashKeyPlace(key: string): string {
  return `game_server/${key}/hash_key`
}

/** The record with its key opened; throws `secrets_sealed` while the master key is wrong. */
export function openTarget(server: ServerRecord, secretBox: SecretBox): GameServerTarget {
  const { connection } = server
  return {
    game: server.game,
    platform: server.platform,
    sId: server.sId,
    apiUrl: connection.apiUrl,
    serverId: connection.serverId,
    keyId: connection.keyId,
    hashKey: secretBox.open(connection.sealedHashKey, hashKeyPlace(server.key)),
    ws: connection.ws,
    codec: JSON.parse(connection.codec) as GameServerTarget['codec'],
    allowLoopback: connection.allowLoopback,
  }
}

export interface ReachDeps {
  catalogue(): Catalogue
  adapter: GameAdapter
  secretBox: SecretBox
  health: ServerHealth
}

/** Implements ReachPort over the catalogue. */
export function createReach({ catalogue, adapter, secretBox, health }: ReachDeps): ReachPort {
  return {
    async reach(server: CatalogueServer) {
      const record = catalogue().serverByKey.get(server.key)
      if (!record) throw new AppError(coreErrors.server_not_found, { params: { sId: server.sId } })
      return { adapter, target: openTarget(record, secretBox) }
    },
    serversOf(lineId) {
      const servers = catalogue().serversByLine.get(lineId) ?? []
      const isKnownStopped = (server: ServerRecord) => health.lastSeen(server) === 'stopped'
      return servers.toSorted((left, right) => Number(isKnownStopped(left)) - Number(isKnownStopped(right)))
    },
  }
}
