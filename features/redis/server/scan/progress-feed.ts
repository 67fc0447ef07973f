/** Progress is told ten times a second at most. */
const EVERY_MS = 100

interface Teller {
  isBehind(): boolean
  tell(): void
}

/** Tells a page how far a scan is, as often as it can read; the last state always. */
export class ProgressFeed {
  readonly #teller: Teller
  #timer: NodeJS.Timeout | null = null
  #toldAtMs = -EVERY_MS

  constructor(teller: Teller) {
    this.#teller = teller
  }

  changed(): void {
    if (this.#timer !== null) return
    this.#timer = setTimeout(() => this.#tell(), Math.max(0, this.#toldAtMs + EVERY_MS - performance.now()))
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    // Whatever changes from now on is told to nobody.
    this.#timer = setTimeout(() => undefined, 0)
  }

  #tell(): void {
    this.#timer = null
    this.#toldAtMs = performance.now()
    if (this.#teller.isBehind()) this.changed()
    else this.#teller.tell()
  }
}
