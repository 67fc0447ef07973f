/** Bytes on their way through a slow network; more than this holds back who sends. */
const MAX_WAITING_BYTES = 1_048_576

export interface PipePace {
  delayMs: number
  /** 0 is no limit. */
  bytesPerSecond: number
}

/** One direction of a network: each piece arrives after a delay, and no faster than the rate. In order, none lost. */
export class DelayedPipe {
  readonly #deliver: (bytes: Uint8Array) => void
  /** Told when much waits, and again when little does. */
  readonly #onFull: (isFull: boolean) => void
  #pace: PipePace = { delayMs: 0, bytesPerSecond: 0 }
  #waiting: { bytes: Uint8Array; at: number }[] = []
  #waitingBytes = 0
  /** When the last piece will have gone through at the rate. */
  #freeAt = 0
  #timer: NodeJS.Timeout | null = null
  #isFull = false

  constructor(deliver: (bytes: Uint8Array) => void, onFull: (isFull: boolean) => void) {
    this.#deliver = deliver
    this.#onFull = onFull
  }

  setPace(pace: PipePace): void {
    this.#pace = pace
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  push(bytes: Uint8Array): void {
    const { delayMs, bytesPerSecond } = this.#pace
    if (this.#waiting.length === 0 && delayMs === 0 && bytesPerSecond === 0) return this.#deliver(bytes)
    const now = performance.now()
    const sendsMs = bytesPerSecond === 0 ? 0 : (bytes.length / bytesPerSecond) * 1000
    this.#freeAt = Math.max(now, this.#freeAt) + sendsMs
    this.#waiting.push({ bytes, at: this.#freeAt + delayMs })
    this.#waitingBytes += bytes.length
    this.#tellFull()
    this.#plan()
  }

  /** What waits is lost, as it is when a network goes. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting = []
    this.#waitingBytes = 0
    this.#freeAt = 0
    this.#tellFull()
  }

  #plan(): void {
    const first = this.#waiting[0]
    if (first === undefined || this.#timer !== null) return
    this.#timer = setTimeout(() => this.#arrive(), Math.max(0, first.at - performance.now())).unref()
  }

  #arrive(): void {
    this.#timer = null
    const now = performance.now()
    while (this.#waiting[0] !== undefined && this.#waiting[0].at <= now) {
      const { bytes } = this.#waiting.shift()!
      this.#waitingBytes -= bytes.length
      this.#deliver(bytes)
    }
    this.#tellFull()
    this.#plan()
  }

  #tellFull(): void {
    const isFull = this.#waitingBytes > (this.#isFull ? MAX_WAITING_BYTES / 2 : MAX_WAITING_BYTES)
    if (isFull === this.#isFull) return
    this.#isFull = isFull
    this.#onFull(isFull)
  }
}
