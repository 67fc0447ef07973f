/**
 * down: nothing answered. timeout: the server kept silent for its whole time. given_up: the caller left before
 * the answer, which says nothing about the server. garbage: an answer that is not the contract's.
 * bad_signature: an answer that does not prove itself, or our key refused. clock_skew: clocks too far apart.
 * refused: a proper answer that says no.
 */
export type GameErrorKind =
  | 'down'
  | 'timeout'
  | 'given_up'
  | 'garbage'
  | 'bad_signature'
  | 'clock_skew'
  | 'refused'

/** The place of a signed answer that breaks the contract. */
export interface WrongField {
  /** Path of the call. */
  call: string
  /** Dotted; empty for the data as a whole. */
  field: string
  expected: string
  /** Short; empty when nothing stood there. */
  found: string
}

export interface GameErrorFacts {
  kind: GameErrorKind
  /** The contract's code, for refusals. */
  code?: number
  /** HTTP status of the answer, when there was one. */
  status?: number
  msg?: string
  field?: string
  details?: unknown
  retryable?: boolean
  /** The answer carried the server's signature: what is wrong with it is wrong with the server. */
  isProven?: boolean
  /** Nobody knows whether the server did what was asked; default: true for `timeout` and `given_up`. */
  mayHaveActed?: boolean
  wrong?: WrongField
  /** The console's own refusal; the server was not asked. */
  isOurs?: boolean
}

/** What every adapter call rejects with; never carries a key, a header or a body. */
export class GameError extends Error {
  readonly kind: GameErrorKind
  readonly code: number | undefined
  readonly status: number | undefined
  readonly msg: string
  readonly field: string | undefined
  readonly details: unknown
  readonly retryable: boolean
  readonly isProven: boolean
  readonly mayHaveActed: boolean
  readonly isOurs: boolean
  readonly wrong: WrongField | undefined

  constructor(facts: GameErrorFacts, options?: ErrorOptions) {
    super(
      `game ${facts.kind}${facts.code === undefined ? '' : ` ${facts.code}`}: ${facts.msg ?? ''}`,
      options,
    )
    this.name = 'GameError'
    this.kind = facts.kind
    this.code = facts.code
    this.status = facts.status
    this.msg = facts.msg ?? ''
    this.field = facts.field
    this.details = facts.details
    this.retryable = facts.retryable ?? (facts.kind === 'down' || facts.kind === 'clock_skew')
    this.isProven = facts.isProven ?? false
    this.mayHaveActed = facts.mayHaveActed ?? (facts.kind === 'timeout' || facts.kind === 'given_up')
    this.isOurs = facts.isOurs ?? false
    this.wrong = facts.wrong
  }
}
