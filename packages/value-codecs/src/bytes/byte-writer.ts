import { bytesOfText } from './byte-reader.ts'

/** Bytes that grow. */
export class ByteWriter {
  #bytes = new Uint8Array(256)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  /** Makes room; returns where it begins. */
  #room(count: number): number {
    const from = this.#length
    const needed = from + count
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, from))
      this.#bytes = grown
      this.#view = new DataView(grown.buffer)
    }
    this.#length = needed
    return from
  }

  u8(value: number): void {
    const at = this.#room(1)
    this.#view.setUint8(at, value)
  }
  u16(value: number, isLittle = false): void {
    const at = this.#room(2)
    this.#view.setUint16(at, value, isLittle)
  }
  u32(value: number, isLittle = false): void {
    const at = this.#room(4)
    this.#view.setUint32(at, value, isLittle)
  }
  u64(value: bigint, isLittle = false): void {
    const at = this.#room(8)
    this.#view.setBigUint64(at, value, isLittle)
  }
  f32(value: number, isLittle = false): void {
    const at = this.#room(4)
    this.#view.setFloat32(at, value, isLittle)
  }
  f64(value: number, isLittle = false): void {
    const at = this.#room(8)
    this.#view.setFloat64(at, value, isLittle)
  }
  put(bytes: Uint8Array): void {
    const at = this.#room(bytes.length)
    this.#bytes.set(bytes, at)
  }
  text(text: string): void {
    this.put(bytesOfText(text))
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }
}
