import type { OpenKey } from '@qd/game-contract/signing'
import type { CatalogueServer } from './scope-port.ts'

/** What the guard asks of a call from a game server. */
export interface GameServersPort {
  /** The server a call says it comes from; null for one the catalogue does not have, or has switched off. */
  find(game: string, platform: number, sId: number): CatalogueServer | null
  /** Its active keys; throws `secrets_sealed` while the master key is wrong. */
  keysOf(server: CatalogueServer): readonly OpenKey[]
  /** Told of a call in the name of this server whose signature is wrong. */
  noteForged(server: CatalogueServer, address: string): void
  /** Asked once the signature is proven; throws for an address that is not on the list, and for too many calls. */
  admit(server: CatalogueServer, call: ProvenCall): Promise<void>
}

/** A call of a game server whose signature is right. */
export interface ProvenCall {
  readonly requestId: string
  readonly address: string
  /** Title of the route. */
  readonly title: string
  /** When the server signed it, by its own clock. */
  readonly sentAtMs: number
}
