/** Places for work under way at once; whoever came first is served first, so that many take turns. */
export interface Slots {
  /** Waits for a place and gives what frees it; rejects when the signal aborts first. */
  take(signal: AbortSignal): Promise<() => void>
}

export function createSlots(most: number): Slots {
  let free = most
  const waiting = new Set<() => void>()
  const release = () => {
    free++
    const [next] = waiting
    next?.()
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free === 0) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const onAbort = () => reject(signal.reason as Error)
        const turn = () => {
          // Counted here: between the turn and the await somebody else could take the place.
          waiting.delete(turn)
          free--
          resolve()
        }
        waiting.add(turn)
        signal.addEventListener('abort', onAbort, { once: true })
        try {
          await promise
        } finally {
          waiting.delete(turn)
          signal.removeEventListener('abort', onAbort)
        }
      } else free--
      let isHeld = true
      return () => {
        if (isHeld) release()
        isHeld = false
      }
    },
  }
}
