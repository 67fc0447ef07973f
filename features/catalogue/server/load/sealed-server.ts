import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import type { OpenKey } from '@qd/game-contract/signing'
import { recordNetworks } from '@qd/game-contract/record-networks'
import type { Catalogue, CatalogueServer, SecretBox, ServerRecord } from '@qd/server-kit'

/** How a server is reached; the key stays sealed until it is used. */
export interface SealedConnection {
  readonly apiUrl: string
  readonly serverId: string
  readonly keyId: string
  readonly sealedHashKey: string
  /** Of the key before it; empty: there is none. */
  readonly previousKeyId: string
  readonly sealedPreviousKey: string
  /** Where the server may call from; empty: anywhere. */
  readonly openAddresses: readonly string[]
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

export function previousKeyPlace(key: string): string {
  return `game_server/${key}/previous_hash_key`
}

/** The keys a server may sign its calls to the console with; throws `secrets_sealed` while the master key is wrong. */
export function openKeys({ key, connection }: SealedServer, secretBox: SecretBox): OpenKey[] {
  const { keyId, sealedHashKey, previousKeyId, sealedPreviousKey } = connection
  const current = { keyId, hashKey: secretBox.open(sealedHashKey, hashKeyPlace(key)) }
  if (sealedPreviousKey === '') return [current]
  return [
    current,
    { keyId: previousKeyId, hashKey: secretBox.open(sealedPreviousKey, previousKeyPlace(key)) },
  ]
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
    codec: parseJsonText(server.codec) as GameServerTarget['codec'],
    networks: recordNetworks(connection),
  }
}
