import { DialError, GameError } from '@qd/game-contract/adapter'

/** What a failed dial means for the caller; after a write that may have arrived the outcome is unknown: `timeout`. */
export function gameErrorOf(error: unknown, isWrite: boolean): GameError {
  if (error instanceof GameError) return error
  const fault = error instanceof DialError ? error.fault : 'unreachable'
  const msg = error instanceof Error ? error.message : String(error)
  const facts = { msg, retryable: !isWrite }
  if (fault === 'timeout') return new GameError({ ...facts, kind: 'timeout' }, { cause: error })
  if (fault === 'aborted')
    return new GameError({ ...facts, kind: 'timeout', retryable: false }, { cause: error })
  if (fault === 'too_large')
    return new GameError({ ...facts, kind: 'garbage', retryable: false }, { cause: error })
  if (fault === 'cut')
    return new GameError({ ...facts, kind: isWrite ? 'timeout' : 'down' }, { cause: error })
  if (fault === 'refused_address')
    return new GameError({ kind: 'down', msg, retryable: false }, { cause: error })
  // Nothing was sent, so even a write may be tried again.
  return new GameError({ kind: 'down', msg, retryable: true }, { cause: error })
}
