import type { Worth, WorthRate } from '@qd/contract-kit'
import type { LocalText } from '@qd/i18n'
import type { CatalogueServer } from './scope-port.ts'

/** What items are worth, for who approves that they are given, and how players know them. */
export interface WorthPort {
  /**
   * What so much of each item is worth in the unit of the game: by the console's rate, else by the game's value. It is
   * incomplete where neither is known of one of them.
   */
  worthOf(server: CatalogueServer, totals: ReadonlyMap<string, bigint>): Promise<Worth>
  /** Names of items by number, as the server tells them or its line is remembered to have them. */
  namesOf(server: CatalogueServer): Promise<ReadonlyMap<string, LocalText>>
}

/** What the console says items are worth, for features that ask the game for its values themselves. */
export interface RatesPort {
  /** Of these items of a line, by number; a rate counts before the game's value. */
  ratesOf(lineId: string, numbers: readonly string[]): Promise<ReadonlyMap<string, WorthRate>>
}
