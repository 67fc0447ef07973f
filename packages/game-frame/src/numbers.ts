import type { FieldValue } from './frame-descriptor.ts'

/** Reads an unsigned number of `width` bytes: a number, or its digits above 2^53. */
export function readUint(bytes: Uint8Array, at: number, width: number, isLittle: boolean): FieldValue {
  if (width === 8) return readWide(bytes, at, isLittle)
  let value = 0
  if (isLittle) for (let index = width - 1; index >= 0; index -= 1) value = value * 256 + bytes[at + index]!
  else for (let index = 0; index < width; index += 1) value = value * 256 + bytes[at + index]!
  return value
}

function readWide(bytes: Uint8Array, at: number, isLittle: boolean): FieldValue {
  const high = readUint(bytes, isLittle ? at + 4 : at, 4, isLittle) as number
  const low = readUint(bytes, isLittle ? at : at + 4, 4, isLittle) as number
  return joined(high, low)
}

/** The exact value of two halves of 32 bits. */
function joined(high: number, low: number): FieldValue {
  if (high < 0x20_00_00) return high * 0x1_00_00_00_00 + low
  return ((BigInt(high) << 32n) | BigInt(low)).toString()
}

/** The value as a whole number that fits an unsigned field of `width` bytes, else null. */
export function fittingUint(value: unknown, width: number): FieldValue | null {
  if (typeof value === 'number') {
    const fits = Number.isSafeInteger(value) && value >= 0 && (width >= 7 || value < 256 ** width)
    return fits ? value : null
  }
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return null
  const exact = BigInt(value)
  if (exact >= 1n << BigInt(8 * width)) return null
  return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact.toString()
}

export interface UintForm {
  width: number
  isLittle: boolean
}

export function writeUint(
  bytes: Uint8Array,
  at: number,
  { width, isLittle }: UintForm,
  value: FieldValue,
): void {
  if (typeof value === 'string') {
    const exact = BigInt(value)
    for (let index = 0; index < width; index += 1) {
      const byte = Number((exact >> BigInt(8 * index)) & 0xffn)
      bytes[isLittle ? at + index : at + width - 1 - index] = byte
    }
    return
  }
  let rest = value
  for (let index = 0; index < width; index += 1) {
    bytes[isLittle ? at + index : at + width - 1 - index] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

const MAX_VARINT_BYTES = 10

/** How many bytes the varint has; 0: its end is not there yet; -1: it is none. */
export function varintWidth(bytes: Uint8Array, at: number, end: number): number {
  for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
    if (at + index >= end) return 0
    const byte = bytes[at + index]!
    // The tenth byte holds one bit of a number of 64.
    if (byte < 0x80) return index === MAX_VARINT_BYTES - 1 && byte > 1 ? -1 : index + 1
  }
  return -1
}

export function readVarint(bytes: Uint8Array, at: number, width: number): FieldValue {
  if (width <= 7) {
    let value = 0
    for (let index = width - 1; index >= 0; index -= 1) value = value * 128 + (bytes[at + index]! & 0x7f)
    return value
  }
  let exact = 0n
  for (let index = width - 1; index >= 0; index -= 1)
    exact = (exact << 7n) | BigInt(bytes[at + index]! & 0x7f)
  return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact.toString()
}

/** The bytes of a varint, lowest seven bits first. */
export function varintOf(value: FieldValue): number[] {
  const bytes: number[] = []
  if (typeof value === 'number') {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
    return [...bytes, rest]
  }
  let rest = BigInt(value)
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return [...bytes, Number(rest)]
}
