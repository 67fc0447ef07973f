const BLOCK_BYTES = 65_536
const FIRST_BLOCK_BYTES = 1_024

/** Bytes as they come, copied: a piece of one byte may keep alive the 64 KiB it was read into. */
export class HeldBytes {
  length = 0
  readonly #blocks: Buffer[] = []
  #free = 0

  add(piece: Buffer): void {
    let from = 0
    while (from < piece.length) {
      if (this.#free === 0) this.#grow(piece.length - from)
      const block = this.#blocks.at(-1)!
      const copied = piece.copy(block, block.length - this.#free, from)
      this.#free -= copied
      from += copied
    }
    this.length += piece.length
  }

  /** All of them. */
  whole(): Buffer {
    const [only] = this.#blocks
    if (only === undefined) return Buffer.alloc(0)
    return this.#blocks.length === 1
      ? only.subarray(0, this.length)
      : Buffer.concat(this.#blocks, this.length)
  }

  #grow(wanted: number): void {
    const least = this.#blocks.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(least, wanted)))
    this.#blocks.push(block)
    this.#free = block.length
  }
}
