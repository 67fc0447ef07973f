import type { GameCode } from '@qd/game-contract'

/** A refusal the caller is told: a code of the contract and a sentence for people. */
export class GameFailure extends Error {
  readonly code: GameCode
  readonly field: string | undefined
  readonly details: unknown
  /** Only when it differs from the code's own HTTP status. */
  readonly httpStatus: number | undefined

  constructor(
    code: GameCode,
    message: string,
    facts: { field?: string; details?: unknown; httpStatus?: number } = {},
  ) {
    super(message)
    this.name = 'GameFailure'
    this.code = code
    this.field = facts.field
    this.details = facts.details
    this.httpStatus = facts.httpStatus
  }
}
