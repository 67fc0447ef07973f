import type { ServerResponse } from 'node:http'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { ErrorDef } from '@qd/contract-kit'
import { DialError } from '@qd/game-contract/adapter'

/** Our own deadline for a whole call: below the 90 s of the browser (S9.01), so that we answer first. */
export const CALL_DEADLINE_MS = 60_000

/** Bounds the walk along causes, which others made. */
const DEEPEST_CAUSE = 8

/** A call that ended before its handler did. */
export function callEnded(def: ErrorDef, mayHaveActed: boolean, cause?: unknown): AppError {
  const outcome = { text: mayHaveActed ? 'upstream.mayHaveActed' : 'upstream.unchanged' }
  return new AppError(def, { params: { outcome }, ...(cause === undefined ? {} : { cause }) })
}

/**
 * Aborts when the caller leaves or the deadline passes. The reason is what the caller is told: whoever throws it, or an
 * AbortError made of it, throws a declared error.
 */
export function callSignal(reply: ServerResponse, callMs: number, mayHaveActed: () => boolean): AbortSignal {
  const ending = new AbortController()
  const end = (def: ErrorDef) => ending.abort(callEnded(def, mayHaveActed()))
  if (reply.destroyed) {
    end(coreErrors.caller_left)
    return ending.signal
  }
  const late = setTimeout(() => end(coreErrors.call_timeout), callMs).unref()
  reply.once('close', () => {
    clearTimeout(late)
    end(coreErrors.caller_left)
  })
  return ending.signal
}

const isAbort = (error: unknown): boolean =>
  (error instanceof DialError && error.fault === 'aborted') ||
  (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'))

/** What an aborted wait means to the caller; null: the error is none. */
export function asCallEnd(error: unknown): AppError | null {
  if (!isAbort(error)) return null
  let cause: unknown = error
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    if (cause instanceof AppError) return cause
    cause = cause.cause
  }
  return callEnded(coreErrors.call_timeout, true, error)
}
