import type { UseCaseDeps } from '../notifications-deps.ts'

/** A receiver that says when to come back is heeded up to here. */
export const LONGEST_ASKED_MS = 3_600_000
/** Nothing waits for longer at a time; a wait that ends later was written before the clock was set back. */
export const FARTHEST_MS = 2 * LONGEST_ASKED_MS

/** Doubled with each try, up to a longest, and half of it by chance, so that not all come back at once. */
export function backOffMs({ timing, random }: Pick<UseCaseDeps, 'timing' | 'random'>, tries: number): number {
  const whole = Math.min(timing.longestBackOffMs, timing.backOffMs * 2 ** Math.min(tries - 1, 30))
  return Math.round(whole / 2 + (whole / 2) * random())
}
