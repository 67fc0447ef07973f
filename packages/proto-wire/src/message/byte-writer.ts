const encoder = new TextEncoder()

/** Bytes that grow. */
export class ByteWriter {
  #bytes = new Uint8Array(64)
  #view = new DataView(this.#bytes.buffer)
  #end = 0

  get length(): number {
    return this.#end
  }

  #room(more: number): void {
    const wanted = this.#end + more
    if (wanted <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }

  /** A varint of up to 32 bits. */
  varint32(value: number): void {
    this.#room(5)
    let rest = value >>> 0
    while (rest > 127) {
      this.#bytes[this.#end++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.#end++] = rest
  }

  /** A varint of the low 64 bits. */
  varint64(value: bigint): void {
    let rest = BigInt.asUintN(64, value)
    this.#room(10)
    while (rest > 127n) {
      this.#bytes[this.#end++] = Number(rest & 127n) | 128
      rest >>= 7n
    }
    this.#bytes[this.#end++] = Number(rest)
  }

  fixed32(value: number): void {
    this.#room(4)
    this.#view.setUint32(this.#end, value >>> 0, true)
    this.#end += 4
  }

  fixed64(value: bigint): void {
    this.#room(8)
    this.#view.setBigUint64(this.#end, BigInt.asUintN(64, value), true)
    this.#end += 8
  }

  float(value: number): void {
    this.#room(4)
    this.#view.setFloat32(this.#end, value, true)
    this.#end += 4
  }

  double(value: number): void {
    this.#room(8)
    this.#view.setFloat64(this.#end, value, true)
    this.#end += 8
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  text(text: string): void {
    // One UTF-16 unit never takes more than three bytes.
    this.#room(text.length * 3)
    this.#end += encoder.encodeInto(text, this.#bytes.subarray(this.#end)).written
  }

  /** Puts the length of what was written since `start` in front of it. */
  closeLength(start: number): void {
    const length = this.#end - start
    this.varint32(length)
    const size = this.#end - start - length
    const prefix = this.#bytes.slice(this.#end - size, this.#end)
    this.#bytes.copyWithin(start + size, start, start + length)
    this.#bytes.set(prefix, start)
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#end)
  }
}
