import { AppError, coreErrors } from '@qd/contract-kit'

export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `mostRunning` at once, in order; throws `overloaded` instead of letting more than `mostWaiting` wait. */
export function createBoundedQueue(mostRunning: number, mostWaiting: number): BoundedQueue {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= mostRunning) {
      if (waiting.length >= mostWaiting) throw new AppError(coreErrors.overloaded)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place passes on without being free in between, so nobody overtakes.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
