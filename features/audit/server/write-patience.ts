/** How many times the limit a write waits for its turn while others get through. */
const MOST_TURNS = 5

/**
 * How long a write waits. While no write gets through the database is away, and it is refused after the limit; while others
 * do it only waits for its turn, and that may take longer.
 */
export class WritePatience {
  readonly #limitMs: number
  #progressMs = -Infinity

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** A write got through. */
  noteProgress(): void {
    this.#progressMs = performance.now()
  }

  /** Calls `giveUp` once nothing more is to be waited for; returns what ends the waiting before. */
  wait(giveUp: () => void): () => void {
    const startMs = performance.now()
    const leftMs = () => {
      const now = performance.now()
      const silent = now - Math.max(startMs, this.#progressMs)
      return Math.min(this.#limitMs - silent, this.#limitMs * MOST_TURNS - (now - startMs))
    }
    const look = () => {
      const left = leftMs()
      if (left <= 0) return giveUp()
      timer = setTimeout(look, left)
      return undefined
    }
    let timer = setTimeout(look, this.#limitMs)
    return () => clearTimeout(timer)
  }
}
