import type { BotsLoad } from '../../contract/index.ts'

/** Beyond this the server is hopelessly behind; further arrivals are the same news. */
const MOST_WAITING = 100_000

/** When passes of the open model are meant to begin: at random like people, at the rate that is asked. */
export class Arrivals {
  readonly #perMs: number
  readonly #rampMs: number
  #seed: number
  #startedAtMs = 0
  #nextAtMs = Infinity
  /** Arrivals on average until the next one. */
  #expected = 0
  #waiting: number[] = []
  #taken = 0

  constructor({ arrivalsPerSecond = 0, rampMs }: BotsLoad, workers: number, seed: number) {
    this.#perMs = arrivalsPerSecond / 1_000 / workers
    this.#rampMs = rampMs
    this.#seed = seed || 1
  }

  start(nowMs: number): void {
    this.#startedAtMs = nowMs
    this.#nextAtMs = this.#nextTime()
  }

  get waiting(): number {
    return this.#waiting.length - this.#taken
  }

  /** All that were meant to begin by now. */
  until(nowMs: number): void {
    while (this.#nextAtMs <= nowMs) {
      if (this.waiting < MOST_WAITING) this.#waiting.push(this.#nextAtMs)
      this.#nextAtMs = this.#nextTime()
    }
  }

  /** When the longest waiting was meant to begin. */
  take(): number {
    const due = this.#waiting[this.#taken]!
    this.#taken += 1
    if (this.#taken > 1_000 && this.#taken * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#taken)
      this.#taken = 0
    }
    return due
  }

  /** When the next one begins: a step on the number of arrivals, turned into a time by the rate up to then. */
  #nextTime(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) | 0
    const random = ((this.#seed >>> 0) + 1) / 4_294_967_297
    this.#expected -= Math.log(random)
    // While the rate grows, half of what the full rate would give has come.
    const perRamp = (this.#perMs * this.#rampMs) / 2
    const afterMs =
      this.#expected < perRamp
        ? Math.sqrt((2 * this.#rampMs * this.#expected) / this.#perMs)
        : this.#rampMs / 2 + this.#expected / this.#perMs
    return this.#startedAtMs + afterMs
  }
}
