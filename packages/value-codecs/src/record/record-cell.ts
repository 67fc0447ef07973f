import { ByteReader, bytesOfText, sameBytes, utf8Of } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { FaultError } from '../fault.ts'
import { intNode } from '../value-node.ts'
import type { ValueNode } from '../value-node.ts'
import { NUMBER_BYTES } from './record-layout.ts'
import type { NumberType, RecordField } from './record-layout.ts'

type IntType = Exclude<NumberType, 'float' | 'double'>

/** Times that a date can be, on either side of 1970. */
const DATE_MS = 8_640_000_000_000_000n
const ISO = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

const isSigned = (type: IntType): boolean => type.startsWith('int') || type === 'timestamp'
const isTime = (type: RecordField['type']): boolean => type === 'timestamp' || type === 'timestamp32'

function readInt(bytes: Uint8Array, type: IntType, isLittle: boolean): number | bigint {
  const reader = new ByteReader(bytes)
  switch (NUMBER_BYTES[type]) {
    case 1:
      return isSigned(type) ? reader.i8() : reader.u8()
    case 2:
      return isSigned(type) ? reader.i16(isLittle) : reader.u16(isLittle)
    case 4:
      return isSigned(type) ? reader.i32(isLittle) : reader.u32(isLittle)
    case 8:
      return isSigned(type) ? reader.i64(isLittle) : reader.u64(isLittle)
  }
}

function intBytes(value: bigint, type: IntType, isLittle: boolean): Uint8Array {
  const size = NUMBER_BYTES[type]
  const unsigned = BigInt.asUintN(size * 8, value)
  if ((isSigned(type) ? BigInt.asIntN(size * 8, value) : unsigned) !== value)
    throw new FaultError('range', -1)
  const writer = new ByteWriter()
  if (size === 8) writer.u64(unsigned, isLittle)
  else if (size === 4) writer.u32(Number(unsigned), isLittle)
  else if (size === 2) writer.u16(Number(unsigned), isLittle)
  else writer.u8(Number(unsigned))
  return writer.finish()
}

function floatBytes(value: number, type: 'float' | 'double', isLittle: boolean): Uint8Array {
  const writer = new ByteWriter()
  // A NaN that was read may still carry its bits; written is the plain one, as its text means it.
  const plain = Number.isNaN(value) ? Number.NaN : value
  if (type === 'float') writer.f32(plain, isLittle)
  else writer.f64(plain, isLittle)
  return writer.finish()
}

/** The shortest digits that mean this number among those of 32 bits. */
function shortest(value: number): number {
  if (!Number.isFinite(value)) return value
  for (let digits = 6; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

function readFloat(bytes: Uint8Array, type: 'float' | 'double', isLittle: boolean): ValueNode {
  const reader = new ByteReader(bytes)
  const value = type === 'float' ? shortest(reader.f32(isLittle)) : reader.f64(isLittle)
  // One NaN has many ways to be written: others than ours stay bytes.
  if (!sameBytes(floatBytes(value, type, isLittle), bytes)) return { kind: 'bytes', value: bytes.slice() }
  return { kind: 'float', value }
}

/** Digits where no date is so far from 1970. */
function timeNode(time: number | bigint, unitMs: bigint): ValueNode {
  const ms = BigInt(time) * unitMs
  if (ms > DATE_MS || ms < -DATE_MS) return intNode(time)
  return { kind: 'text', value: new Date(Number(ms)).toISOString() }
}

/** Text up to the zeros behind it; bytes that are no UTF-8 stay bytes. */
function readText(bytes: Uint8Array): ValueNode {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  const text = utf8Of(bytes.subarray(0, end))
  return text === null ? { kind: 'bytes', value: bytes.slice() } : { kind: 'text', value: text }
}

/** What stands in a field. Every one leads back to the same bytes. */
export function readCell(bytes: Uint8Array, { type }: RecordField, isLittle: boolean): ValueNode {
  switch (type) {
    case 'string':
      return readText(bytes)
    case 'bytes':
      return { kind: 'bytes', value: bytes.slice() }
    case 'float':
    case 'double':
      return readFloat(bytes, type, isLittle)
    default: {
      const value = readInt(bytes, type, isLittle)
      return isTime(type) ? timeNode(value, type === 'timestamp' ? 1n : 1_000n) : intNode(value)
    }
  }
}

function padded(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length > size) throw new FaultError('range', -1)
  const whole = new Uint8Array(size)
  whole.set(bytes)
  return whole
}

function timeOf(text: string, type: RecordField['type']): bigint {
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw new FaultError('range', -1)
  if (type === 'timestamp') return BigInt(ms)
  if (ms % 1_000 !== 0) throw new FaultError('range', -1)
  return BigInt(ms / 1_000)
}

/** The bytes of a cell; a fault where the field has no place for it. */
export function cellBytes(node: ValueNode, { type, size }: RecordField, isLittle: boolean): Uint8Array {
  // Bytes are bytes wherever they stand; text is filled up with zeros.
  if (node.kind === 'bytes') {
    if (node.value.length !== size) throw new FaultError('range', -1)
    return node.value
  }
  if (type === 'string' && node.kind === 'text') return padded(bytesOfText(node.value), size)
  if (type === 'string' || type === 'bytes') throw new FaultError('range', -1)
  if (type === 'float' || type === 'double') {
    if (node.kind !== 'float' && node.kind !== 'int') throw new FaultError('range', -1)
    const value = Number(node.value)
    const bytes = floatBytes(value, type, isLittle)
    // Digits beyond the largest number would become infinite, of a whole number as well.
    const kept = type === 'float' ? Math.fround(value) : value
    const isMeant = node.kind === 'float' && !Number.isFinite(value)
    if (!Number.isFinite(kept) && !isMeant && !Number.isNaN(value)) throw new FaultError('range', -1)
    return bytes
  }
  if (node.kind === 'int') return intBytes(BigInt(node.value), type, isLittle)
  if (node.kind === 'text' && isTime(type)) return intBytes(timeOf(node.value, type), type, isLittle)
  throw new FaultError('range', -1)
}
