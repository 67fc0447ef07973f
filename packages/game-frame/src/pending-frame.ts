const NOTHING = new Uint8Array()
/** A frame up to this size gets its whole buffer at once; a greater one only as its bytes really come. */
const AT_ONCE_BYTES = 65_536

/** The bytes of a frame that came in several chunks, each copied to its place once. */
export class PendingFrame {
  #bytes = NOTHING
  #size = 0
  /** Bytes to wait for: of the whole frame once its length is known, before that of the header so far. */
  #wanted = 0

  get size(): number {
    return this.#size
  }

  get isComplete(): boolean {
    return this.#size >= this.#wanted
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  /** Waits for `wanted` bytes in all; the caller has checked that they may be. */
  want(wanted: number): void {
    this.#wanted = wanted
  }

  /** Takes what it still wants of the bytes; says how many that were. */
  take(bytes: Uint8Array): number {
    const count = Math.min(this.#wanted - this.#size, bytes.length)
    this.#grow(this.#size + count)
    this.#bytes.set(bytes.subarray(0, count), this.#size)
    this.#size += count
    return count
  }

  clear(): void {
    this.#bytes = NOTHING
    this.#size = 0
    this.#wanted = 0
  }

  #grow(size: number): void {
    if (size <= this.#bytes.length) return
    const atOnce = Math.min(this.#wanted, AT_ONCE_BYTES)
    const grown = new Uint8Array(Math.min(this.#wanted, Math.max(size, atOnce, this.#bytes.length * 2)))
    grown.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = grown
  }
}
