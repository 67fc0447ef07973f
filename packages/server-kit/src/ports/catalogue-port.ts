import type { Environment } from '@qd/contract-kit'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import type { UIdBases } from '@qd/game-id'
import type { CatalogueServer } from './scope-port.ts'

export interface GameRecord {
  readonly id: string
  readonly name: string
  readonly code: string
  /** How its uIds split; absent: as the settings of the console say. */
  readonly bases?: UIdBases
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

/** A server and what speaks to it; its addresses and its key stay with the catalogue. */
export interface ServerRecord extends CatalogueServer {
  readonly openedAt: number | null
  /** Name of the adapter. */
  readonly adapter: string
  /** Frame descriptor as JSON. */
  readonly codec: string
  readonly labels: readonly string[]
}

/** The whole hierarchy as one immutable value, in the order people gave it. */
export interface Catalogue<Server extends ServerRecord = ServerRecord> {
  readonly games: readonly GameRecord[]
  readonly operators: readonly OperatorRecord[]
  readonly lines: readonly LineRecord[]
  readonly servers: readonly Server[]
  readonly lineById: ReadonlyMap<string, LineRecord>
  readonly serverByKey: ReadonlyMap<string, Server>
  readonly serversBySId: ReadonlyMap<number, readonly Server[]>
  readonly serversByLine: ReadonlyMap<string, readonly Server[]>
}

export type CatalogueRecords<Server extends ServerRecord = ServerRecord> = Pick<
  Catalogue<Server>,
  'games' | 'operators' | 'lines' | 'servers'
>

export function serverKey(game: string, platform: number, sId: number): string {
  return `${game}:${platform}:${sId}`
}

export function createCatalogue<Server extends ServerRecord>(
  records: CatalogueRecords<Server>,
): Catalogue<Server> {
  return {
    ...records,
    lineById: new Map(records.lines.map((line) => [line.lineId, line])),
    serverByKey: new Map(records.servers.map((server) => [server.key, server])),
    serversBySId: Map.groupBy(records.servers, (server) => server.sId),
    serversByLine: Map.groupBy(records.servers, (server) => server.lineId),
  }
}

/** What other features need of the catalogue feature. */
export interface CataloguePort<Server extends ServerRecord = ServerRecord> {
  /** The hierarchy as of now, without servers that are switched off. */
  current(): Catalogue<Server>
  /**
   * How the server is reached, with its key opened. Throws `server_not_found` for one that left the catalogue,
   * `secrets_sealed` while the master key is wrong.
   */
  targetOf(server: CatalogueServer): GameServerTarget
}
