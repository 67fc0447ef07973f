/** What wants to be woken; the crew keeps `heapAtMs`. */
export interface Sleeper {
  /** When it wants to be woken; Infinity: not at all. */
  wakeAtMs: number
  /** When the timers look at it next. */
  heapAtMs: number
}

interface Entry<T> {
  at: number
  who: T
}

/** Times of thousands in one heap: a timer each would cost more than the sockets. Each stands in it about once. */
export class Timers<T extends Sleeper> {
  readonly #heap: Entry<T>[] = []

  /** Looks at it when its time comes; only an earlier time than known needs a place of its own. */
  set(who: T): void {
    if (who.wakeAtMs >= who.heapAtMs) return
    who.heapAtMs = who.wakeAtMs
    this.#push({ at: who.wakeAtMs, who })
  }

  get nextAtMs(): number {
    return this.#heap[0]?.at ?? Infinity
  }

  /** Takes out one whose time has come; undefined: there is none. */
  take(nowMs: number): T | undefined {
    while (this.nextAtMs <= nowMs) {
      const { at, who } = this.#pop()
      // Moved to an earlier entry, which has been looked at.
      if (at !== who.heapAtMs) continue
      who.heapAtMs = Infinity
      if (who.wakeAtMs <= nowMs) return who
      this.set(who)
    }
    return undefined
  }

  #push(entry: Entry<T>): void {
    const heap = this.#heap
    let at = heap.push(entry) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (heap[above]!.at <= entry.at) break
      heap[at] = heap[above]!
      at = above
    }
    heap[at] = entry
  }

  #pop(): Entry<T> {
    const heap = this.#heap
    const top = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return top
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const right = left + 1
      const below = right < heap.length && heap[right]!.at < heap[left]!.at ? right : left
      if (heap[below]!.at >= last.at) break
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = last
    return top
  }
}
