import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest that one piece of work keeps all other calls of the process waiting. */
const TURN_MS = 8

/** When all others last had their turn; shared by the parts of work that comes in many. */
export interface TurnClock {
  sinceMs: number
}

export const turnClock = (): TurnClock => ({ sinceMs: performance.now() })

/**
 * Does work that pauses at each `yield`, and lets others have their turn whenever it has taken long enough. Work that
 * comes in many small parts passes one clock to all of them, or no part would ever be long enough.
 */
export async function inTurns<T>(work: Generator<unknown, T>, clock = turnClock()): Promise<T> {
  for (;;) {
    const step = work.next()
    if (performance.now() - clock.sinceMs >= TURN_MS) {
      await nextTurn()
      clock.sinceMs = performance.now()
    }
    if (step.done === true) return step.value
  }
}
