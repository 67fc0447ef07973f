import type { CatalogueServer } from './scope-port.ts'

/** What items are worth, for who approves that they are given. */
export interface WorthPort {
  /**
   * The worth of so much of each item in the unit of the game, digits of an int64; an item the game tells no worth of counts
   * as nothing. Null: nobody can say, the server does not tell its items.
   */
  worthOf(server: CatalogueServer, totals: ReadonlyMap<string, bigint>): Promise<string | null>
}
