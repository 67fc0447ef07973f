import type { GameServerTarget } from '@qd/game-contract/adapter'
import type { SecretBox } from '@qd/server-kit'
import type { ServerRecord } from './catalogue.ts'

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
    allowPrivate: connection.allowPrivate,
  }
}
