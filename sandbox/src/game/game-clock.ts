import type { GameClock as ClockReading } from '@qd/game-contract'

const GAME_ZONE = 'Asia/Shanghai'
const ZONE_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** Game time = real time + offset; signatures and enter hashes use real time, play uses game time. */
export class GameClock {
  readonly #now: () => number
  #offsetMs: number

  constructor(now: () => number, offsetMs: number) {
    this.#now = now
    this.#offsetMs = offsetMs
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  set offsetMs(value: number) {
    this.#offsetMs = value
  }

  realMs(): number {
    return this.#now()
  }

  gameMs(): number {
    return this.#now() + this.#offsetMs
  }

  gameSeconds(): number {
    return Math.floor(this.gameMs() / 1000)
  }

  reading(): ClockReading {
    const real = this.#now()
    return { real, game: real + this.#offsetMs, offset: this.#offsetMs, zone: GAME_ZONE }
  }
}

/** The day a moment of game time belongs to, counted in the game's zone. */
export function dayOf(gameMs: number): number {
  return Math.floor((gameMs + ZONE_OFFSET_MS) / DAY_MS)
}

/** The first moment of a day in game time. */
export function startOfDay(day: number): number {
  return day * DAY_MS - ZONE_OFFSET_MS
}
