import { nobodyWaits } from '@qd/server-kit'

/** How many times the limit a write waits for its turn while others get through. */
const MOST_TURNS = 5
/** The loop is looked at so often while somebody waits. */
const TICK_MS = 100

/**
 * How long a write waits. While no write gets through the database is away, and it is refused after the limit; while others
 * do it only waits for its turn, and that may take longer. Time in which this process itself stood still does not count: the
 * answer may lie unread. What nobody waits for is never refused.
 */
export class WritePatience {
  readonly #limitMs: number
  #progressMs = -Infinity
  #waiting = 0
  #ticks: NodeJS.Timeout | undefined
  /** Time in which the event loop ran, as of the last look at it, ms. */
  #ranMs = 0
  #lookedMs = 0

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** A write got through. */
  noteProgress(): void {
    this.#progressMs = this.#nowMs()
  }

  /** Calls `giveUp` once nothing more is to be waited for; returns what ends the waiting before. */
  wait(giveUp: () => void): () => void {
    if (nobodyWaits()) return () => undefined
    this.#begin()
    const startMs = this.#nowMs()
    const leftMs = () => {
      const now = this.#nowMs()
      const silent = now - Math.max(startMs, this.#progressMs)
      return Math.min(this.#limitMs - silent, this.#limitMs * MOST_TURNS - (now - startMs))
    }
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      this.#end()
    }
    const look = () => {
      const left = leftMs()
      if (left > 0) {
        timer = setTimeout(look, left)
        return
      }
      end()
      giveUp()
    }
    let timer = setTimeout(look, this.#limitMs)
    return end
  }

  /** Time in which the loop ran: of a longer standstill no more than one tick counts. */
  #nowMs(): number {
    return this.#ranMs + Math.min(performance.now() - this.#lookedMs, 2 * TICK_MS)
  }

  #tick(): void {
    this.#ranMs = this.#nowMs()
    this.#lookedMs = performance.now()
  }

  #begin(): void {
    this.#waiting += 1
    if (this.#ticks !== undefined) return
    this.#tick()
    this.#ticks = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  #end(): void {
    this.#waiting -= 1
    if (this.#waiting > 0) return
    clearInterval(this.#ticks)
    this.#ticks = undefined
  }
}
