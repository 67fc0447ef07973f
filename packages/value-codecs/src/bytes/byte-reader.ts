import { FaultError } from '../fault.ts'

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of bytes that are UTF-8; null: they are not. */
export function utf8Of(bytes: Uint8Array): string | null {
  try {
    return STRICT.decode(bytes)
  } catch {
    return null
  }
}

const encoder = new TextEncoder()
export const bytesOfText = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

/** Goes through bytes; what is not there any more is a fault with its place. */
export class ByteReader {
  at: number
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** Moves on by so many bytes, which must be there. */
  #skip(count: number): number {
    if (count > this.left) throw new FaultError('truncated', this.bytes.length)
    const { at } = this
    this.at += count
    return at
  }

  u8(): number {
    return this.#view.getUint8(this.#skip(1))
  }
  i8(): number {
    return this.#view.getInt8(this.#skip(1))
  }
  u16(isLittle = false): number {
    return this.#view.getUint16(this.#skip(2), isLittle)
  }
  i16(isLittle = false): number {
    return this.#view.getInt16(this.#skip(2), isLittle)
  }
  u32(isLittle = false): number {
    return this.#view.getUint32(this.#skip(4), isLittle)
  }
  i32(isLittle = false): number {
    return this.#view.getInt32(this.#skip(4), isLittle)
  }
  u64(isLittle = false): bigint {
    return this.#view.getBigUint64(this.#skip(8), isLittle)
  }
  i64(isLittle = false): bigint {
    return this.#view.getBigInt64(this.#skip(8), isLittle)
  }
  f32(isLittle = false): number {
    return this.#view.getFloat32(this.#skip(4), isLittle)
  }
  f64(isLittle = false): number {
    return this.#view.getFloat64(this.#skip(8), isLittle)
  }

  /** A view of the bytes, not a copy. */
  take(count: number): Uint8Array {
    const from = this.#skip(count)
    return this.bytes.subarray(from, from + count)
  }

  /** Bytes up to one, which is passed over; at most so many. */
  until(end: number, most: number): Uint8Array {
    const found = this.bytes.subarray(this.at, this.at + most + 1).indexOf(end)
    if (found === -1) throw new FaultError(this.left > most ? 'invalid' : 'truncated', this.at)
    const taken = this.take(found)
    this.at += 1
    return taken
  }
}
