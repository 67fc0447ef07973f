import { FaultError } from '../fault.ts'
import type { FaultCode } from '../fault.ts'

/** Takes what comes out of a decompression up to a limit; it grows with what is there, not with what is announced. */
export class Sink {
  #bytes = new Uint8Array(4_096)
  #length = 0
  readonly #room: { bytes: number; code: FaultCode }

  constructor(room: { bytes: number; code: FaultCode }) {
    this.#room = room
  }

  /** What it is called when more comes than it may take. */
  get code(): FaultCode {
    return this.#room.code
  }

  /** Bytes that may still come. */
  get room(): number {
    return this.#room.bytes - this.#length
  }

  get length(): number {
    return this.#length
  }

  /** More is announced than may come. */
  expect(count: number, at: number): void {
    if (this.#length + count > this.#room.bytes) throw new FaultError(this.#room.code, at)
  }

  #grow(count: number, at: number): number {
    this.expect(count, at)
    const from = this.#length
    const needed = from + count
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(Math.max(needed, this.#bytes.length * 2), this.#room.bytes))
      grown.set(this.#bytes.subarray(0, from))
      this.#bytes = grown
    }
    this.#length = needed
    return from
  }

  put(bytes: Uint8Array, at: number): void {
    const from = this.#grow(bytes.length, at)
    this.#bytes.set(bytes, from)
  }

  /** Repeats what came out before; the copy may reach into itself. */
  copyBack(back: number, length: number, at: number): void {
    if (back === 0 || back > this.#length) throw new FaultError('invalid', at)
    const from = this.#grow(length, at)
    const bytes = this.#bytes
    for (let next = 0; next < length; next += 1) bytes[from + next] = bytes[from + next - back]!
  }

  /** What came out behind a place; it is gone with the next byte. */
  since(from: number): Uint8Array {
    return this.#bytes.subarray(from, this.#length)
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }
}
