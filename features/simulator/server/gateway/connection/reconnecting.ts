const FIRST_MS = 500
const LAST_MS = 15_000
const MAX_ATTEMPTS = 10

/** Tries a lost connection again, later each time, and gives up in the end. */
export class Reconnecting {
  readonly #again: () => void
  #isOn = false
  #attempt = 0
  #retryAt: number | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(again: () => void) {
    this.#again = again
  }

  get view(): { isOn: boolean; attempt: number; retryAt: number | null } {
    return { isOn: this.#isOn, attempt: this.#attempt, retryAt: this.#retryAt }
  }

  get isWaiting(): boolean {
    return this.#timer !== null
  }

  switch(isOn: boolean): void {
    this.#isOn = isOn
    this.#attempt = 0
    if (!isOn) this.cancel()
  }

  /** Plans the next attempt; false when there is none. */
  plan(): boolean {
    this.cancel()
    if (!this.#isOn || this.#attempt >= MAX_ATTEMPTS) return false
    const delayMs = Math.min(LAST_MS, FIRST_MS * 2 ** this.#attempt)
    this.#attempt += 1
    this.#retryAt = Date.now() + delayMs
    this.#timer = setTimeout(() => {
      this.cancel()
      this.#again()
    }, delayMs).unref()
    return true
  }

  succeeded(): void {
    this.cancel()
    this.#attempt = 0
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#retryAt = null
  }
}
