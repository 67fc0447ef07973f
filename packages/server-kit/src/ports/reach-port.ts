import type { GameAdapter, GameServerTarget } from '@qd/game-contract/adapter'
import type { CatalogueServer } from './scope-port.ts'

/** A game server with its key opened and what speaks to it; stays inside one call. */
export interface ReachedServer {
  readonly adapter: GameAdapter
  readonly target: GameServerTarget
}

/** How a feature gets from a resolved place to a game server. */
export interface ReachPort {
  /** Throws `server_not_found` for a server that left the catalogue, `secrets_sealed` while the key is wrong. */
  reach(server: CatalogueServer): Promise<ReachedServer>
  /** The servers of a line, those last seen stopped at the end: any of them answers for the line. */
  serversOf(lineId: string): readonly CatalogueServer[]
}
