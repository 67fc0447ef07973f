/** What comes up in one turn of the process, taken all at once after it. */
export class Batch<T> {
  readonly #take: (all: T[]) => void
  #all: T[] = []

  constructor(take: (all: T[]) => void) {
    this.#take = take
  }

  add(one: T): void {
    this.#all.push(one)
    if (this.#all.length > 1) return
    setImmediate(() => {
      const all = this.#all
      this.#all = []
      this.#take(all)
    })
  }
}
