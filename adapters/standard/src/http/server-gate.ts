import type { Asker } from '@qd/game-contract/adapter'
import { CircuitBreaker, verdictOf } from './circuit-breaker.ts'
import type { Pass } from './circuit-breaker.ts'
import { ServerRoom } from './server-room.ts'
import type { RoomLimits } from './server-room.ts'
import { untilGivenUp } from './until-given-up.ts'

export interface GateLimits extends RoomLimits {
  /** Consecutive silences after which calls are refused at once. */
  failuresToOpen: number
  /** How long calls are refused before one may try again. */
  openMs: number
}

/** Five silences in a row close a server for five seconds; 32 calls to it run at a time. */
export const DEFAULT_GATE_LIMITS: GateLimits = {
  failuresToOpen: 5,
  openMs: 5000,
  maxInFlight: 32,
  perAsker: 8,
  background: 16,
  forNewcomers: 4,
  queueMs: 2000,
}

interface GatedCall<T> {
  asker: Asker
  hasEffect: boolean
  signal: AbortSignal | undefined
  send: (signal: AbortSignal | undefined) => Promise<T>
}

/** Keeps one dead or slow server from taking the console's time, and one caller from taking the server: a breaker and a room. */
export class ServerGate {
  readonly #breaker: CircuitBreaker
  readonly #room: ServerRoom

  constructor(limits: GateLimits, now: () => number) {
    this.#breaker = new CircuitBreaker(limits, now)
    this.#room = new ServerRoom(limits)
  }

  /** Runs the call, or rejects with `down` (breaker open), busy (no place in time) or `given_up` (the caller left). */
  async run<T>({ asker, hasEffect, signal, send }: GatedCall<T>): Promise<T> {
    this.#breaker.refuseWhenOpen()
    const leave = await this.#room.enter(asker, signal)
    const pass = this.#admit(leave)
    // A probe asks for all who are refused meanwhile: it goes on when its caller leaves.
    const running = this.#settled(pass, send(pass.isProbe ? undefined : signal)).finally(leave)
    return await (pass.isProbe ? untilGivenUp(running, signal, hasEffect) : running)
  }

  /** The breaker may have opened while the caller waited for a place. */
  #admit(leave: () => void): Pass {
    try {
      return this.#breaker.admit()
    } catch (error) {
      leave()
      throw error
    }
  }

  async #settled<T>(pass: Pass, running: Promise<T>): Promise<T> {
    try {
      const answer = await running
      this.#breaker.settle(pass, 'answered')
      return answer
    } catch (error) {
      this.#breaker.settle(pass, verdictOf(error))
      throw error
    }
  }
}
