import type { Excess, Use } from '@qd/item-limits'
import type { AnyTx } from '@qd/store'

/** What is about to be given to players of a line, and in whose name. */
export interface LimitedUse extends Use {
  readonly lineId: string
  /** Who gives it: a person with all their accounts, or something that acts by itself. */
  readonly person: { readonly id: string; readonly name: string }
  /** What it belongs to, for who reads the ledger: an edit, a mail. */
  readonly about: string
  /** The job or the run it is a part of; absent: it is a request of its own. A limit per request counts all parts together. */
  readonly request?: string
  /** When it takes effect, ms UTC; absent: now. It counts for that day, in the zone of the line. */
  readonly atMs?: number
}

export interface Reservation {
  /** False: nothing was counted, because of `excess`. */
  readonly isReserved: boolean
  /** The limits it goes beyond. */
  readonly excess: readonly Excess[]
}

/** Uses of one line that are counted together under one key, each as far as limits let it. */
export interface UseParts extends Omit<LimitedUse, 'gifts'> {
  readonly parts: readonly LimitedUse['gifts'][]
}

/**
 * Counts the parts as part of a write, those of `only` or all of them: one after the other, and one that goes beyond a limit
 * is not counted. Answers for each what it goes beyond. The write waits for other uses of the day from here on.
 */
export type CountParts = (tx: AnyTx, only?: ReadonlySet<number>) => Promise<readonly (readonly Excess[])[]>

/** Something a use that is counted under `key` has not given, or has taken back. */
export interface GivenBack {
  readonly key: string
  /** To players who are named. */
  readonly gifts: Use['gifts']
}

/** Upper limits of items, for whatever gives items to players. */
export interface LimitsPort {
  /** What one action may give of each item by the console's own limits; those of the game stand beside them. */
  ofAction(lineId: string): Promise<ReadonlyMap<string, bigint>>
  /** What a use would go beyond now. */
  check(use: LimitedUse): Promise<readonly Excess[]>
  /**
   * Counts a use under its key, at most once: with the same key the first answer stands, and a different use is refused
   * (`use_key_taken`). Beyond a limit nothing is counted.
   */
  reserve(use: LimitedUse, key: string): Promise<Reservation>
  /** Makes parts of a use ready to be counted with what they belong to, under a key that nobody has used. */
  prepare(use: UseParts, key: string): Promise<CountParts>
  /**
   * Part of the write that records it: takes gifts out of the uses of their keys, of each player no more than is counted
   * there. Called once in a write, so that two writes wait for days in the same order. A use nobody counted is nothing.
   */
  giveBack(tx: AnyTx, backs: readonly GivenBack[]): Promise<void>
  /**
   * From now on a use counts what these gifts come to and nothing else, for the day and the person it was counted for; one
   * nobody reserved is nothing. For uses that have partly happened: limits are not asked again.
   */
  recount(key: string, gifts: Use['gifts']): Promise<void>
  /** Takes a use back that did not happen; one nobody reserved is nothing. */
  release(key: string): Promise<void>
}
