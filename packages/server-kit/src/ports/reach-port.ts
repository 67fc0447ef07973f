import type { GameGroupName, GameServerTarget, WholeAdapter } from '@qd/game-contract/adapter'
import type { CatalogueServer } from './scope-port.ts'

/**
 * A game server with its key opened and the calls it is asked by; stays inside one call. A group that its adapter
 * lacks is here too and refuses each call with 3001, as a server does that lacks the capability.
 */
export type ReachedServer<Name extends GameGroupName = GameGroupName> = Pick<WholeAdapter, Name | 'meta'> & {
  readonly target: GameServerTarget
}

/** How a feature gets from a resolved place to a game server; it names the groups it needs. */
export interface ReachPort<Name extends GameGroupName = GameGroupName> {
  /** Throws `server_not_found` for a server that left the catalogue, `secrets_sealed` while the key is wrong. */
  reach(server: CatalogueServer): Promise<ReachedServer<Name>>
  /** The servers of a line, those last seen stopped at the end: any of them answers for the line. */
  serversOf(lineId: string): readonly CatalogueServer[]
}
