/** Items kept of a long list; its middle is then at most so many away from the real one as there are lists of this length. */
const MOST_KEPT = 4_096

/** Keeps the first, the last and evenly spread items in between of a list that is too long to be held. */
export class Spread<T> {
  count = 0
  #kept: T[] = []
  #last: T | undefined
  #stride = 1

  take(item: T): void {
    if (this.count % this.#stride === 0) this.#kept.push(item)
    this.#last = item
    this.count += 1
    if (this.#kept.length <= MOST_KEPT) return
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }

  /** First, middle and last, each once. */
  samples(): T[] {
    const first = this.#kept[0]
    const middle = this.#kept[Math.floor(Math.floor((this.count - 1) / 2) / this.#stride)]
    return [...new Set([first, middle, this.#last])].filter((item) => item !== undefined)
  }
}
