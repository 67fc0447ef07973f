import { AppError, coreErrors } from '@qd/contract-kit'
import type { AppErrorOptions, ErrorDef } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { GameErrorKind } from '@qd/game-contract/adapter'

const BY_KIND: Record<GameErrorKind, ErrorDef> = {
  down: coreErrors.upstream_down,
  timeout: coreErrors.upstream_timeout,
  given_up: coreErrors.upstream_timeout,
  garbage: coreErrors.upstream_garbage,
  bad_signature: coreErrors.upstream_signature,
  clock_skew: coreErrors.upstream_clock_skew,
  refused: coreErrors.upstream_refused,
}

/** Refusals that say something about the server rather than about the request. */
const BY_CODE: ReadonlyMap<number | undefined, ErrorDef> = new Map([
  [GAME_CODES.capabilityMissing, coreErrors.capability_missing],
  [GAME_CODES.busy, coreErrors.upstream_busy],
  [GAME_CODES.maintenance, coreErrors.upstream_busy],
  [GAME_CODES.internal, coreErrors.upstream_garbage],
])

/** What the sentence of a failure says beside its code. */
function paramsOf(error: GameError): NonNullable<AppErrorOptions['params']> {
  const reason = error.isOurs ? { text: 'upstream.full' } : error.msg
  // After a reading call nothing is unknown.
  return { reason, outcome: { text: error.mayHaveActed ? 'upstream.mayHaveActed' : 'upstream.unchanged' } }
}

/** What a failed call of a game server means to our caller; carries the game's code and words, never its bytes. */
export function toAppError(error: GameError): AppError {
  const refusal = error.kind === 'refused' ? BY_CODE.get(error.code) : undefined
  return new AppError(refusal ?? BY_KIND[error.kind], {
    field: error.field,
    params: paramsOf(error),
    details: {
      kind: error.kind,
      gameCode: error.code,
      gameMsg: error.msg,
      gameDetails: error.details,
    },
    cause: error,
  })
}

/** Awaits a call of a game server and translates its failure. */
export async function fromGame<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof GameError ? toAppError(error) : error
  }
}

/**
 * Whether a failed write has certainly changed nothing. A proxy's word, bytes we cannot trust and a game
 * that failed in the middle leave it open.
 */
export function changedNothing(error: GameError): boolean {
  if (error.kind === 'down') return error.status === undefined
  if (error.kind === 'refused') return error.code !== GAME_CODES.internal
  if (error.kind === 'bad_signature') return error.code === GAME_CODES.badSignature
  return error.kind === 'clock_skew'
}

/** Refusals of the request itself, which a game says after it has looked whether it knows the key. */
const OF_THE_REQUEST: ReadonlySet<number | undefined> = new Set([
  GAME_CODES.unknownPlayer,
  GAME_CODES.onlineStateRefused,
  GAME_CODES.versionConflict,
  GAME_CODES.validation,
  GAME_CODES.limitExceeded,
  GAME_CODES.full,
  GAME_CODES.unknownName,
])

/**
 * Whether a write that was sent before under the same key has certainly never happened. Only the game's refusal of
 * the request says so, as it would have repeated the answer of one it had done. That nobody listens now, or nobody
 * has time, says nothing of the first time.
 */
export function neverHappened(error: GameError): boolean {
  return error.kind === 'refused' && OF_THE_REQUEST.has(error.code)
}
