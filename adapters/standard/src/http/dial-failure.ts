import { DialError, GameError } from '@qd/game-contract/adapter'

/** A call whose caller left, or set it a shorter time than the server has. */
export function givenUpError(hasEffect: boolean, cause?: unknown): GameError {
  const facts = { kind: 'given_up', msg: 'the call was given up', retryable: false } as const
  return new GameError({ ...facts, mayHaveActed: hasEffect }, { cause })
}

interface Dialled {
  /** The call changes something at the server. */
  hasEffect: boolean
  /** The caller's, and not the server's time. */
  signal?: AbortSignal | undefined
}

/** What a failed dial means for the caller; after a write that may have arrived the outcome is unknown: `timeout`. */
export function gameErrorOf(error: unknown, { hasEffect, signal }: Dialled): GameError {
  if (error instanceof GameError) return error
  const fault = error instanceof DialError ? error.fault : 'unreachable'
  // Whatever broke off after the caller had left tells nothing of the server.
  if (signal?.aborted === true || fault === 'aborted') return givenUpError(hasEffect, error)
  const msg = error instanceof Error ? error.message : String(error)
  const facts = { msg, retryable: !hasEffect, mayHaveActed: hasEffect }
  if (fault === 'timeout') return new GameError({ ...facts, kind: 'timeout' }, { cause: error })
  if (fault === 'too_large')
    return new GameError({ ...facts, kind: 'garbage', retryable: false }, { cause: error })
  if (fault === 'cut')
    return new GameError({ ...facts, kind: hasEffect ? 'timeout' : 'down' }, { cause: error })
  if (fault === 'refused_address')
    return new GameError({ kind: 'down', msg, retryable: false }, { cause: error })
  // Nothing was sent, so even a write may be tried again.
  return new GameError({ kind: 'down', msg, retryable: true }, { cause: error })
}
