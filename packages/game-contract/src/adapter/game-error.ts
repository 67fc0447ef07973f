/**
 * down: nothing answered. timeout: the outcome is unknown. garbage: an answer that is not the contract's.
 * bad_signature: an answer that does not prove itself, or our key refused. clock_skew: clocks too far apart.
 * refused: a proper answer that says no.
 */
export type GameErrorKind = 'down' | 'timeout' | 'garbage' | 'bad_signature' | 'clock_skew' | 'refused'

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
  }
}
