/** Writes MessagePack values one after another, each in its shortest form. */
export class MsgpackWriter {
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  null(): void {
    this.#uint(1, 0xc0)
  }

  bool(value: boolean): void {
    this.#uint(1, value ? 0xc3 : 0xc2)
  }

  /** Between -2^63 and 2^64 - 1. */
  int(value: bigint): void {
    if (value >= 0n) this.#positive(value)
    else if (value >= -32n) this.#uint(1, Number(value) + 256)
    else if (value >= -0x80n) this.#headed(0xd0, 1, Number(value) + 0x1_00)
    else if (value >= -0x80_00n) this.#headed(0xd1, 2, Number(value) + 0x1_00_00)
    else if (value >= -0x80_00_00_00n) this.#headed(0xd2, 4, Number(value) + 0x1_00_00_00_00)
    else this.#wide(0xd3, BigInt.asUintN(64, value))
  }

  float(value: number): void {
    const at = this.#take(9)
    this.#bytes[at] = 0xcb
    this.#view.setFloat64(at + 1, value)
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value)
    if (bytes.length < 32) this.#uint(1, 0xa0 | bytes.length)
    else this.#sized([0xd9, 0xda, 0xdb], bytes.length)
    this.#put(bytes)
  }

  bytes(value: Uint8Array): void {
    this.#sized([0xc4, 0xc5, 0xc6], value.length)
    this.#put(value)
  }

  extension(type: number, value: Uint8Array): void {
    const fixed = [1, 2, 4, 8, 16].indexOf(value.length)
    if (fixed >= 0) this.#uint(1, 0xd4 + fixed)
    else this.#sized([0xc7, 0xc8, 0xc9], value.length)
    this.#uint(1, type & 255)
    this.#put(value)
  }

  /** As many values follow. */
  list(count: number): void {
    if (count < 16) this.#uint(1, 0x90 | count)
    else this.#headed(count < 0x1_00_00 ? 0xdc : 0xdd, count < 0x1_00_00 ? 2 : 4, count)
  }

  /** As many keys follow, each before its value. */
  map(count: number): void {
    if (count < 16) this.#uint(1, 0x80 | count)
    else this.#headed(count < 0x1_00_00 ? 0xde : 0xdf, count < 0x1_00_00 ? 2 : 4, count)
  }

  #positive(value: bigint): void {
    if (value < 0x80n) this.#uint(1, Number(value))
    else if (value < 0x1_00n) this.#headed(0xcc, 1, Number(value))
    else if (value < 0x1_00_00n) this.#headed(0xcd, 2, Number(value))
    else if (value < 0x1_00_00_00_00n) this.#headed(0xce, 4, Number(value))
    else this.#wide(0xcf, value)
  }

  #sized(heads: readonly [number, number, number], size: number): void {
    if (size < 0x1_00) this.#headed(heads[0], 1, size)
    else if (size < 0x1_00_00) this.#headed(heads[1], 2, size)
    else this.#headed(heads[2], 4, size)
  }

  #headed(head: number, width: number, value: number): void {
    this.#uint(1, head)
    this.#uint(width, value)
  }

  #wide(head: number, value: bigint): void {
    const at = this.#take(9)
    this.#bytes[at] = head
    this.#view.setBigUint64(at + 1, value)
  }

  #uint(width: number, value: number): void {
    const at = this.#take(width)
    let rest = value
    for (let index = width - 1; index >= 0; index -= 1) {
      this.#bytes[at + index] = rest % 256
      rest = Math.floor(rest / 256)
    }
  }

  #put(bytes: Uint8Array): void {
    const at = this.#take(bytes.length)
    this.#bytes.set(bytes, at)
  }

  #take(count: number): number {
    const at = this.#length
    this.#length += count
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, at))
      this.#bytes = grown
      this.#view = new DataView(grown.buffer)
    }
    return at
  }
}
