/** Told ten times a second at most. */
const EVERY_MS = 100

interface Teller<T> {
  tell(items: T[], dropped: number): void
  isBehind(): boolean
}

/** Gathers what comes and tells it in turns; beyond `perSecond`, or while the page reads too slowly, it only counts. */
export class Batch<T> {
  readonly #teller: Teller<T>
  readonly #most: number
  #items: T[] = []
  #dropped = 0
  #timer: NodeJS.Timeout | null = null

  constructor(perSecond: number, teller: Teller<T>) {
    this.#teller = teller
    this.#most = Math.ceil((perSecond * EVERY_MS) / 1_000)
  }

  /** Makes the item only when there is room for it. */
  add(make: () => T): void {
    if (this.#items.length < this.#most) this.#items.push(make())
    else this.#dropped += 1
    this.#timer ??= setTimeout(() => this.#tell(), EVERY_MS)
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    // Whatever comes from now on is told to nobody.
    this.#timer = setTimeout(() => undefined, 0)
  }

  #tell(): void {
    this.#timer = null
    if (this.#teller.isBehind()) {
      this.#timer = setTimeout(() => this.#tell(), EVERY_MS)
      return
    }
    const [items, dropped] = [this.#items, this.#dropped]
    this.#items = []
    this.#dropped = 0
    this.#teller.tell(items, dropped)
  }
}
