interface Entry<T> {
  readonly by: number
  readonly name: string
  readonly value: T
}

/** The largest of many; a name that comes again takes its old place. Memory is of the size of the list. */
export class TopList<T> {
  readonly #max: number
  /** Largest first. */
  readonly #entries: Entry<T>[] = []
  readonly #names = new Set<string>()

  constructor(max: number) {
    this.#max = max
  }

  get values(): readonly T[] {
    return this.#entries.map(({ value }) => value)
  }

  /** Whether something so large belongs to the list now. */
  takes(by: number): boolean {
    return this.#entries.length < this.#max || by > this.#entries.at(-1)!.by
  }

  add(by: number, name: string, value: T): void {
    if (this.#names.has(name)) {
      this.#names.delete(name)
      this.#entries.splice(
        this.#entries.findIndex((entry) => entry.name === name),
        1,
      )
    }
    if (!this.takes(by)) return
    this.#entries.splice(this.#placeOf(by), 0, { by, name, value })
    this.#names.add(name)
    if (this.#entries.length > this.#max) this.#names.delete(this.#entries.pop()!.name)
  }

  /** Behind all that are as large. */
  #placeOf(by: number): number {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#entries[middle]!.by >= by) low = middle + 1
      else high = middle
    }
    return low
  }
}
