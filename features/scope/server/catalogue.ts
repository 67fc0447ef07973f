import type { Environment } from '@qd/contract-kit'
import type { CatalogueServer } from '@qd/server-kit'

export interface GameRecord {
  readonly id: string
  readonly name: string
  readonly code: string
}

export interface OperatorRecord {
  readonly game: string
  readonly partnerCode: string
  readonly platform: number
  readonly name: string
}

export interface ChannelRecord {
  readonly name: string
  readonly code: string
}

export interface LineRecord {
  readonly lineId: string
  readonly game: string
  readonly operator: string
  readonly lineCode: string
  readonly name: string
  readonly environment: Environment
  readonly channels: readonly ChannelRecord[]
}

/** How a server is reached; the key stays sealed until it is used. */
export interface SealedConnection {
  /** Name of the adapter. */
  readonly adapter: string
  readonly apiUrl: string
  readonly serverId: string
  readonly keyId: string
  readonly sealedHashKey: string
  readonly ws: string
  /** Frame descriptor as JSON. */
  readonly codec: string
  readonly allowLoopback: boolean
  readonly allowPrivate: boolean
}

export interface ServerRecord extends CatalogueServer {
  readonly openedAt: number | null
  readonly connection: SealedConnection
}

/** The whole hierarchy as one immutable value, in the order people gave it. */
export interface Catalogue {
  readonly games: readonly GameRecord[]
  readonly operators: readonly OperatorRecord[]
  readonly lines: readonly LineRecord[]
  readonly servers: readonly ServerRecord[]
  readonly lineById: ReadonlyMap<string, LineRecord>
  readonly serverByKey: ReadonlyMap<string, ServerRecord>
  readonly serversBySId: ReadonlyMap<number, readonly ServerRecord[]>
  readonly serversByLine: ReadonlyMap<string, readonly ServerRecord[]>
  /** Players who are not where their uId says, by uId; the number of it in several games. */
  readonly movedByUId: ReadonlyMap<string, readonly MovedPlayer[]>
}

/** A player whom the game found on another server after a merge. */
export interface MovedPlayer {
  readonly game: string
  readonly platform: number
  readonly uId: string
  readonly sId: number
}

export interface CatalogueRecords {
  games: readonly GameRecord[]
  operators: readonly OperatorRecord[]
  lines: readonly LineRecord[]
  servers: readonly ServerRecord[]
  moved?: readonly MovedPlayer[]
}

export function serverKey(game: string, platform: number, sId: number): string {
  return `${game}:${platform}:${sId}`
}

export function createCatalogue(records: CatalogueRecords): Catalogue {
  return {
    ...records,
    lineById: new Map(records.lines.map((line) => [line.lineId, line])),
    serverByKey: new Map(records.servers.map((server) => [server.key, server])),
    serversBySId: Map.groupBy(records.servers, (server) => server.sId),
    movedByUId: Map.groupBy(records.moved ?? [], ({ uId }) => uId),
    serversByLine: Map.groupBy(records.servers, (server) => server.lineId),
  }
}
