import type { GameCode } from '@qd/game-contract'
import { saidIn } from '../texts/say.ts'
import type { Said } from '../texts/say.ts'

/** A refusal the caller is told: a code of the contract and a sentence for people. */
export class GameFailure extends Error {
  readonly code: GameCode
  /** The sentence; `message` is its Chinese, for the log and the game's own clients. */
  readonly said: Said
  readonly field: string | undefined
  readonly details: unknown
  /** Only when it differs from the code's own HTTP status. */
  readonly httpStatus: number | undefined

  constructor(
    code: GameCode,
    said: Said,
    facts: { field?: string; details?: unknown; httpStatus?: number } = {},
  ) {
    super(saidIn('cn', said))
    this.name = 'GameFailure'
    this.code = code
    this.said = said
    this.field = facts.field
    this.details = facts.details
    this.httpStatus = facts.httpStatus
  }
}
