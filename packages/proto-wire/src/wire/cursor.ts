import { CODE } from '../schema/types.ts'
import type { Code } from '../schema/types.ts'
import { floatValue, int64Text, sint64Text, uint64Text } from './numbers.ts'

/** A place in bytes. Readers answer false where the bytes end too early, and leave the reason in `fault`. */
export class Cursor {
  readonly bytes: Uint8Array
  pos = 0
  /** The last varint or fixed number in two halves. */
  lo = 0
  hi = 0
  fault: 'truncated' | 'varint_too_long' = 'truncated'
  #view: DataView | null = null

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get #data(): DataView {
    this.#view ??= new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength)
    return this.#view
  }

  varint(end: number): boolean {
    const { bytes, pos } = this
    if (pos < end && bytes[pos]! < 0x80) {
      this.lo = bytes[pos]!
      this.hi = 0
      this.pos = pos + 1
      return true
    }
    return this.#longVarint(end)
  }

  #longVarint(end: number): boolean {
    const { bytes } = this
    let lo = 0
    let hi = 0
    let at = this.pos
    for (let shift = 0; shift < 70; shift += 7) {
      if (at >= end) {
        this.fault = 'truncated'
        return false
      }
      const byte = bytes[at]!
      at += 1
      const bits = byte & 127
      if (shift < 28) lo |= bits << shift
      else if (shift === 28) {
        lo |= bits << 28
        hi = bits >> 4
      } else hi |= bits << (shift - 32)
      if (byte < 0x80) {
        this.lo = lo >>> 0
        this.hi = hi >>> 0
        this.pos = at
        return true
      }
    }
    this.fault = 'varint_too_long'
    return false
  }

  fixed(size: 4 | 8, end: number): boolean {
    const { bytes, pos } = this
    if (pos + size > end) {
      this.fault = 'truncated'
      return false
    }
    this.lo = (bytes[pos]! | (bytes[pos + 1]! << 8) | (bytes[pos + 2]! << 16) | (bytes[pos + 3]! << 24)) >>> 0
    if (size === 8) {
      this.hi =
        (bytes[pos + 4]! | (bytes[pos + 5]! << 8) | (bytes[pos + 6]! << 16) | (bytes[pos + 7]! << 24)) >>> 0
    }
    this.pos = pos + size
    return true
  }

  /** Passes over one number of a wire type; its bits stand in `lo` and `hi`. */
  number(wireType: number, end: number): boolean {
    if (wireType === 0) return this.varint(end)
    return this.fixed(wireType === 1 ? 8 : 4, end)
  }

  /** The value of a number that was just read, as JSON shows it. */
  valueAs(code: Code): unknown {
    const { lo, hi } = this
    switch (code) {
      case CODE.int32:
      case CODE.sfixed32:
      case CODE.enum:
        return lo | 0
      case CODE.uint32:
      case CODE.fixed32:
        return lo >>> 0
      case CODE.sint32:
        return (lo >>> 1) ^ -(lo & 1)
      case CODE.int64:
      case CODE.sfixed64:
        return hi === 0 ? String(lo) : int64Text(lo, hi)
      case CODE.uint64:
      case CODE.fixed64:
        return uint64Text(lo, hi)
      case CODE.sint64:
        return sint64Text(lo, hi)
      case CODE.bool:
        return lo !== 0 || hi !== 0
      case CODE.float:
        return floatValue(this.#data.getFloat32(this.pos - 4, true))
      case CODE.double:
        return floatValue(this.#data.getFloat64(this.pos - 8, true))
      default:
        return null
    }
  }
}
