import type { LocalText } from '@qd/i18n'
import type { CatalogueServer } from './scope-port.ts'

/** What items are worth, for who approves that they are given, and how players know them. */
export interface WorthPort {
  /**
   * The worth of so much of each item in the unit of the game, digits of an int64; an item the game tells no worth of counts
   * as nothing. Null: nobody can say, the server does not tell its items.
   */
  worthOf(server: CatalogueServer, totals: ReadonlyMap<string, bigint>): Promise<string | null>
  /** Names of items by number, as the server tells them or its line is remembered to have them. */
  namesOf(server: CatalogueServer): Promise<ReadonlyMap<string, LocalText>>
}
