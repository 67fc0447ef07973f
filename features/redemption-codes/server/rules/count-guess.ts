/** What is remembered of wrong codes of one player or address. */
export interface Guesses {
  readonly since: number
  readonly wrong: number
  readonly strikes: number
  readonly blockedUntil: number
}

export const NO_GUESSES: Guesses = { since: 0, wrong: 0, strikes: 0, blockedUntil: 0 }
export const WRONG_PER_PLAYER = 5
export const WRONG_PER_ADDRESS = 50
export const GUESS_MINUTE_MS = 60_000
const LONGEST_BLOCK_MS = 3_600_000
/** After so long without a block the next one is short again. */
export const STRIKES_KEPT_MS = 86_400_000

/** How long one has to wait. No block is longer than the longest: such a one was set by a clock that ran ahead. */
export function waitMs({ blockedUntil }: Guesses, nowMs: number): number {
  const left = blockedUntil - nowMs
  return left > LONGEST_BLOCK_MS ? 0 : Math.max(left, 0)
}

/** Adds a wrong code. Too many in a minute block for a minute, then twice as long each time, at most an hour. */
export function countGuess(before: Guesses, most: number, nowMs: number): Guesses {
  const isSameMinute = nowMs - before.since < GUESS_MINUTE_MS && nowMs >= before.since
  const wrong = isSameMinute ? before.wrong + 1 : 1
  const since = isSameMinute ? before.since : nowMs
  if (wrong < most) return { ...before, since, wrong }
  const strikes = Math.abs(nowMs - before.blockedUntil) < STRIKES_KEPT_MS ? before.strikes + 1 : 1
  const blockMs = Math.min(GUESS_MINUTE_MS * 2 ** (strikes - 1), LONGEST_BLOCK_MS)
  return { since: 0, wrong: 0, strikes, blockedUntil: nowMs + blockMs }
}
