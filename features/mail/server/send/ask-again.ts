import { setTimeout as sleep } from 'node:timers/promises'
import { GAME_CODES } from '@qd/game-contract'
import { DialError, GameError } from '@qd/game-contract/adapter'
import { changedNothing, neverHappened } from '@qd/server-kit'

/** Waits after an answer that was lost, milliseconds; then the server counts as away. */
const LOST_WAITS = [200, 800]
const BUSY_WAIT_MS = 100
const BUSY_WAIT_MOST_MS = 5_000
const BUSY_TRIES = 12

/**
 * What came of a call that was sent under one key. `refused`: it certainly did nothing. `away`: the server has to be asked
 * again under the same key when it is back; `isSent`: it may have done it. `unknown`: it answers, but not what came of it.
 */
export type Asked<T> =
  | { kind: 'answer'; answer: T }
  | { kind: 'refused'; code: number; msg: string }
  | { kind: 'away'; why: 'server_down' | 'maintenance'; isSent: boolean }
  | { kind: 'unknown' }

/** Refusals of a signed answer that no delivery stands behind: under a key it has done the game repeats its first answer. */
const SAYS_NO: ReadonlySet<number | undefined> = new Set([
  GAME_CODES.capabilityMissing,
  GAME_CODES.duplicate,
  GAME_CODES.exists,
])

type Verdict<T> = Asked<T> | 'busy' | 'lost'

function verdictOf<T>(error: GameError, isSent: boolean): Verdict<T> {
  const { kind, code, cause, msg } = error
  if (kind === 'refused' && code === GAME_CODES.busy) return 'busy'
  if (kind === 'refused' && code === GAME_CODES.maintenance)
    return { kind: 'away', why: 'maintenance', isSent }
  if (kind === 'down' && changedNothing(error)) return { kind: 'away', why: 'server_down', isSent }
  const isCut = cause instanceof DialError && cause.fault === 'cut'
  if (isCut || kind === 'timeout' || kind === 'given_up' || kind === 'down') return 'lost'
  const isCertain = isSent ? neverHappened(error) || SAYS_NO.has(code) : changedNothing(error)
  return isCertain ? { kind: 'refused', code: code ?? 0, msg } : { kind: 'unknown' }
}

/**
 * Makes a call under its key until its outcome is known: anew when the server has no time, and again when its answer was
 * lost, which does nothing twice. `signal` ends the waits and never a call that is under way.
 */
export async function askAgain<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  wasSent: boolean,
): Promise<Asked<T>> {
  let isSent = wasSent
  let busy = 0
  let lost = 0
  for (;;) {
    let waitMs: number
    try {
      return { kind: 'answer', answer: await call() }
    } catch (error) {
      if (!(error instanceof GameError)) throw error
      const verdict = verdictOf<T>(error, isSent)
      if (typeof verdict !== 'string') return verdict
      const gaveUp: Asked<T> = { kind: 'away', why: 'server_down', isSent: isSent || verdict === 'lost' }
      if (verdict === 'busy') {
        busy += 1
        if (busy === BUSY_TRIES) return gaveUp
        waitMs = Math.min(BUSY_WAIT_MS * 2 ** (busy - 1), BUSY_WAIT_MOST_MS)
      } else {
        isSent = true
        const wait = LOST_WAITS[lost++]
        if (wait === undefined) return gaveUp
        waitMs = wait
      }
      if (signal.aborted) return gaveUp
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return { kind: 'away', why: 'server_down', isSent }
  }
}
