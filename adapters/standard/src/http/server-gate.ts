import { GameError } from '@qd/game-contract/adapter'

export interface GateLimits {
  /** Consecutive failures after which calls are refused at once. */
  failuresToOpen: number
  /** How long calls are refused before one may try again. */
  openMs: number
  maxInFlight: number
}

/** Five failures in a row close a server for five seconds; 32 calls to it run at a time. */
export const DEFAULT_GATE_LIMITS: GateLimits = { failuresToOpen: 5, openMs: 5000, maxInFlight: 32 }

/** Keeps one dead or slow server from taking the console's time: a circuit breaker and a bulkhead. */
export class ServerGate {
  readonly #limits: GateLimits
  readonly #now: () => number
  #failures = 0
  #openUntil = 0
  #isProbing = false
  #inFlight = 0

  constructor(limits: GateLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Runs the call, or rejects at once with `down` (breaker open) or a refusal 4001 (too many in flight). */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const isProbe = this.#admit()
    this.#inFlight += 1
    try {
      const result = await call()
      this.#failures = 0
      return result
    } catch (error) {
      this.#record(error)
      throw error
    } finally {
      this.#inFlight -= 1
      if (isProbe) this.#isProbing = false
    }
  }

  #admit(): boolean {
    if (this.#inFlight >= this.#limits.maxInFlight) {
      throw new GameError({
        kind: 'refused',
        code: 4001,
        msg: 'too many calls to this server',
        retryable: true,
      })
    }
    if (this.#failures < this.#limits.failuresToOpen) return false
    if (this.#isProbing || this.#now() < this.#openUntil) {
      throw new GameError({ kind: 'down', msg: 'the server did not answer the last calls' })
    }
    this.#isProbing = true
    return true
  }

  #record(error: unknown): void {
    const isSilent = error instanceof GameError && (error.kind === 'down' || error.kind === 'timeout')
    // An answer of any kind shows that the server lives.
    if (!isSilent) {
      this.#failures = 0
      return
    }
    this.#failures += 1
    if (this.#failures >= this.#limits.failuresToOpen) this.#openUntil = this.#now() + this.#limits.openMs
  }
}
