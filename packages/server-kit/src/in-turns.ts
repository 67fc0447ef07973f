import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest that one piece of work keeps all other calls of the process waiting. */
const TURN_MS = 8

/** Does work that pauses at each `yield`, and lets others have their turn whenever it has taken long enough. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  let sinceMs = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - sinceMs < TURN_MS) continue
    await nextTurn()
    sinceMs = performance.now()
  }
}
