import type { Excess, Use } from '@qd/item-limits'

/** What is about to be given to players of a line, and in whose name. */
export interface LimitedUse extends Use {
  readonly lineId: string
  /** Who gives it: a person with all their accounts, or something that acts by itself. */
  readonly person: { readonly id: string; readonly name: string }
  /** What it belongs to, for who reads the ledger: an edit, a mail. */
  readonly about: string
  /** When it takes effect, ms UTC; absent: now. It counts for that day, in the zone of the line. */
  readonly atMs?: number
}

export interface Reservation {
  /** False: nothing was counted, because of `excess`. */
  readonly isReserved: boolean
  /** The limits it goes beyond. */
  readonly excess: readonly Excess[]
}

/** Upper limits of items, for whatever gives items to players. */
export interface LimitsPort {
  /** What one action may give of each item by the console's own limits; those of the game stand beside them. */
  ofAction(lineId: string): Promise<ReadonlyMap<string, bigint>>
  /** What a use would go beyond now. */
  check(use: LimitedUse): Promise<readonly Excess[]>
  /**
   * Counts a use under its key, at most once: with the same key the first answer stands, and a different use is refused
   * (`use_key_taken`). Beyond a limit nothing is counted, unless `evenBeyond`: somebody has allowed it.
   */
  reserve(use: LimitedUse, key: string, options?: { evenBeyond?: boolean }): Promise<Reservation>
  /**
   * From now on a use counts what these gifts come to and nothing else, for the day and the person it was counted for; one
   * nobody reserved is nothing. For uses that have partly happened: limits are not asked again.
   */
  recount(key: string, gifts: Use['gifts']): Promise<void>
  /** Takes a use back that did not happen; one nobody reserved is nothing. */
  release(key: string): Promise<void>
}
