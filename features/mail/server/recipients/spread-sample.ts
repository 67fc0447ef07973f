/** Keeps all of a few, and of many some that are spread evenly, whatever their number turns out to be. */
export class SpreadSample<T> {
  readonly #most: number
  readonly #few: number
  #kept: T[] = []
  #step = 1
  #count = 0

  /** Up to `most` all are taken, of more than that `few`. */
  constructor(most: number, few: number) {
    this.#most = most
    this.#few = few
  }

  add(item: T): void {
    if (this.#count % this.#step === 0) this.#kept.push(item)
    this.#count += 1
    if (this.#kept.length <= this.#most) return
    this.#kept = this.#kept.filter((_each, at) => at % 2 === 0)
    this.#step *= 2
  }

  get count(): number {
    return this.#count
  }

  taken(): T[] {
    if (this.#count <= this.#most) return this.#kept
    const { length } = this.#kept
    return Array.from(
      { length: Math.min(this.#few, length) },
      (_each, at) => this.#kept[Math.floor((at * length) / this.#few)]!,
    )
  }
}
