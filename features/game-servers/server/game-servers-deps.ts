import type { OpenKey } from '@qd/game-contract/signing'
import type {
  AuditPort,
  Catalogue,
  CatalogueServer,
  NotificationsPort,
  ReachPort,
  ServerRecord,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { GameServerTables } from './tables.ts'

/** A server with what its own calls need of its record. */
export type OpenServer = ServerRecord & {
  readonly connection: {
    /** Where clients connect. */
    readonly ws: string
    /** Where the server may call from; empty: anywhere. */
    readonly openAddresses: readonly string[]
  }
}

export interface GameServerTimes {
  /** How long a server may send no heartbeat. */
  silentAfterMs: number
  /** How often that is looked at. */
  watchEveryMs: number
}

export interface GameServersDeps {
  store: Store<never>
  /** The servers that are switched on. */
  catalogue: { current(): Catalogue<OpenServer> }
  openKeysOf(server: CatalogueServer): readonly OpenKey[]
  reach: ReachPort<'server'>
  notifications: NotificationsPort
  audit: Pick<AuditPort, 'event'>
  log: {
    warn(detail: unknown, message: string): void
    error(detail: unknown, message: string): void
  }
  nowMs?(): number
  times?: Partial<GameServerTimes> | undefined
  /** Calls one server may make in a minute. */
  callsPerMinute?: number
}

/** What the use cases work with. */
export interface UseCaseDeps {
  store: Store<GameServerTables>
  catalogue: GameServersDeps['catalogue']
  reach: GameServersDeps['reach']
  notifications: NotificationsPort
  log: GameServersDeps['log']
  nowMs(): number
  times: GameServerTimes
}
