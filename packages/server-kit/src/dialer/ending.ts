import { DialError } from '@qd/game-contract/adapter'
import type { DialFault } from '@qd/game-contract/adapter'

/** Limits in time. `Infinity` must be written out: nothing waits for ever by mistake. */
export interface SocketTimes {
  /** From the first look at the name to an open connection, TLS included. */
  connectMs: number
  /** While no byte goes in either direction. */
  idleMs: number
  wholeMs: number
}

/** Why and when one way out ends early: its caller leaves, a time is over, or the dialer closes. */
export class Ending {
  readonly #controller = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #given: AbortSignal | undefined
  readonly #giveUp = () => this.end('aborted', 'call was given up', this.#given?.reason)

  readonly #onRelease: () => void

  constructor(given: AbortSignal | undefined, onRelease: (ending: Ending) => void) {
    this.#given = given
    this.#onRelease = () => onRelease(this)
    if (given?.aborted === true) this.#giveUp()
    else given?.addEventListener('abort', this.#giveUp, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Why it ended early; undefined while it has not. */
  get fault(): DialError | undefined {
    return this.signal.aborted ? (this.signal.reason as DialError) : undefined
  }

  end(fault: DialFault, message: string, cause?: unknown): void {
    this.#controller.abort(new DialError(fault, message, cause === undefined ? undefined : { cause }))
  }

  /** Ends the way after a time; what comes back stops the clock. */
  after(ms: number, fault: DialFault, message: string): () => void {
    if (ms === Number.POSITIVE_INFINITY) return () => undefined
    const timer = setTimeout(() => this.end(fault, message), ms).unref()
    this.#timers.add(timer)
    return () => {
      clearTimeout(timer)
      this.#timers.delete(timer)
    }
  }

  /** Rejects as soon as the way ends early; a promise that nobody can stop is then left alone. */
  orEnd<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(this.fault as DialError)
      if (this.signal.aborted) giveUp()
      else this.signal.addEventListener('abort', giveUp, { once: true })
      promise.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', giveUp))
    })
  }

  /** The way is over; nothing of it is held any more. */
  release(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#given?.removeEventListener('abort', this.#giveUp)
    this.#onRelease()
  }
}
