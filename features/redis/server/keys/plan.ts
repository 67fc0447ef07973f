import type { Arg, Reply } from '../link/redis-link.ts'

/** An argument of a write: bytes, or what a check of the same plan answered, counted from 0. */
export type PlanArg = Arg | { readonly of: number }

/**
 * What has to be so before anything is written. `text`: the answer is this text, lists joined by commas, null empty.
 * `sha1`: the answer has this hash; empty for null. `score`: the answer is the same number. `any`: only asked, for what
 * refers to it or is kept.
 */
export interface PlanCheck {
  readonly args: readonly Arg[]
  readonly is: 'text' | 'sha1' | 'score' | 'any'
  readonly wanted: string
  /** Thrown when it is not so. */
  readonly orElse: () => Error
}

/** A change that happens as a whole, or not at all when one check fails. */
export interface Plan {
  /** All keys it reads or writes; in a cluster they share a slot. */
  readonly keys: readonly Buffer[]
  readonly checks: readonly PlanCheck[]
  readonly writes: readonly (readonly PlanArg[])[]
}

export interface PlanDone {
  /** Answers of the checks; null also where a text is larger than `KEPT_BYTES`. */
  readonly checks: readonly Reply[]
  readonly writes: readonly Reply[]
}

/** Answer of a check that is told on: for the change that takes it back. */
export const KEPT_BYTES = 1_048_576
