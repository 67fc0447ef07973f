import type { Worth } from '@qd/contract-kit'
import type { LocalText } from '@qd/i18n'
import type { CatalogueServer } from './scope-port.ts'

/** What items are worth, for who approves that they are given, and how players know them. */
export interface WorthPort {
  /**
   * What so much of each item is worth in the unit of the game. It is incomplete where neither the console nor the game has a
   * value for one of them.
   */
  worthOf(server: CatalogueServer, totals: ReadonlyMap<string, bigint>): Promise<Worth>
  /** Names of items by number, as the server tells them or its line is remembered to have them. */
  namesOf(server: CatalogueServer): Promise<ReadonlyMap<string, LocalText>>
}
