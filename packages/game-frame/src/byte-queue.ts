/** Bytes in arrival order; a frame in many pieces is joined once, not once per piece. */
export class ByteQueue {
  #chunks: Uint8Array[] = []
  #head = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
  }

  /** A copy of the first `count` bytes; the caller asks for no more than `size`. */
  peek(count: number): Uint8Array {
    const bytes = new Uint8Array(count)
    let filled = 0
    for (let index = this.#head; filled < count; index += 1) {
      const piece = this.#chunks[index]!.subarray(0, count - filled)
      bytes.set(piece, filled)
      filled += piece.length
    }
    return bytes
  }

  take(count: number): Uint8Array {
    const bytes = this.peek(count)
    let left = count
    while (left > 0) {
      const first = this.#chunks[this.#head]!
      if (first.length > left) {
        this.#chunks[this.#head] = first.subarray(left)
        break
      }
      left -= first.length
      this.#head += 1
    }
    this.#size -= count
    // Dropping used pieces in one go keeps one-byte pieces from costing a shift each.
    if (this.#head > 1024 || this.#size === 0) {
      this.#chunks = this.#chunks.slice(this.#head)
      this.#head = 0
    }
    return bytes
  }

  clear(): void {
    this.#chunks = []
    this.#head = 0
    this.#size = 0
  }
}
