import { AppError, coreErrors } from '@qd/contract-kit'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import type { Catalogue, CatalogueServer, SecretBox, ServerRecord } from '@qd/server-kit'

/** How a server is reached; the key stays sealed until it is used. */
export interface SealedConnection {
  readonly apiUrl: string
  readonly serverId: string
  readonly keyId: string
  readonly sealedHashKey: string
  readonly ws: string
  readonly allowLoopback: boolean
  readonly allowPrivate: boolean
}

export interface SealedServer extends ServerRecord {
  readonly connection: SealedConnection
}

/** Where a server's sealed key belongs; the seal opens nowhere else. */
export function hashKeyPlace(key: string): string {
  return `game_server/${key}/hash_key`
}

/** The server as the catalogue has it now, with its key opened; throws `secrets_sealed` while the master key is wrong. */
export function openTarget(
  catalogue: Catalogue<SealedServer>,
  { key, sId }: CatalogueServer,
  secretBox: SecretBox,
): GameServerTarget {
  const server = catalogue.serverByKey.get(key)
  if (!server) throw new AppError(coreErrors.server_not_found, { params: { sId } })
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
    codec: JSON.parse(server.codec) as GameServerTarget['codec'],
    networks: recordNetworks(connection),
  }
}
