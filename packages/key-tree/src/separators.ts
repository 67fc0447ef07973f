/** Where folders end: at the first separator, the longest where several begin at the same byte. */
export class Separators {
  readonly #byLength: readonly Uint8Array[]
  readonly #firsts = new Uint8Array(256)

  /** Empty ones are left out: they would end a folder at every byte. */
  constructor(separators: readonly Uint8Array[]) {
    this.#byLength = separators
      .filter(({ length }) => length > 0)
      .toSorted((left, right) => right.length - left.length)
    for (const [first] of this.#byLength) this.#firsts[first!] = 1
  }

  get areNone(): boolean {
    return this.#byLength.length === 0
  }

  /** The byte after the next separator from `from` on; -1: there is none. */
  next(key: Uint8Array, from: number): number {
    for (let at = from; at < key.length; at += 1) {
      if (this.#firsts[key[at]!] === 0) continue
      const length = this.#lengthAt(key, at)
      if (length > 0) return at + length
    }
    return -1
  }

  /** The name of a folder without the separator it ends with. */
  bare(part: Uint8Array): Uint8Array {
    for (let at = 0; at < part.length; at += 1) {
      if (this.#firsts[part[at]!] === 1 && this.#lengthAt(part, at) > 0) return part.subarray(0, at)
    }
    return part
  }

  #lengthAt(key: Uint8Array, at: number): number {
    for (const separator of this.#byLength) {
      let same = 0
      while (same < separator.length && key[at + same] === separator[same]) same += 1
      if (same === separator.length) return same
    }
    return 0
  }
}
