import { bytesOfBase64 } from '../bytes/base64.ts'
import { CODE } from '../schema/types.ts'
import type { Code, FieldType } from '../schema/types.ts'
import type { ByteWriter } from './byte-writer.ts'
import { EncodeError } from './encode-fault.ts'

const INT_TEXT = /^-?\d{1,20}$/
const MAX_FLOAT = 3.402_823_466_385_288_6e38
/** The first number that rounds to infinity instead of MAX_FLOAT. */
const FLOAT_END = 3.402_823_567_797_336_6e38

interface Range {
  min: bigint
  max: bigint
}
const signed = (bits: bigint): Range => ({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n })
const unsigned = (bits: bigint): Range => ({ min: 0n, max: 2n ** bits - 1n })
const RANGES = new Map<Code, Range>([
  [CODE.int32, signed(32n)],
  [CODE.sint32, signed(32n)],
  [CODE.sfixed32, signed(32n)],
  [CODE.uint32, unsigned(32n)],
  [CODE.fixed32, unsigned(32n)],
  [CODE.int64, signed(64n)],
  [CODE.sint64, signed(64n)],
  [CODE.sfixed64, signed(64n)],
  [CODE.uint64, unsigned(64n)],
  [CODE.fixed64, unsigned(64n)],
  [CODE.enum, signed(32n)],
])

function exactInt(value: unknown, type: string): bigint {
  if (typeof value === 'bigint') return value
  const isWhole = typeof value === 'number' && Number.isInteger(value)
  if (isWhole && !Number.isSafeInteger(value)) throw new EncodeError('out_of_range', type)
  if (!isWhole && !(typeof value === 'string' && INT_TEXT.test(value)))
    throw new EncodeError('wrong_type', type)
  return BigInt(value as number | string)
}

function intOf(value: unknown, code: Code, type: string): bigint {
  const exact = exactInt(value, type)
  const range = RANGES.get(code)!
  if (exact < range.min || exact > range.max) throw new EncodeError('out_of_range', type)
  return exact
}

function floatOf(value: unknown, type: string): number {
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value)
  if (typeof value !== 'number') throw new EncodeError('wrong_type', type)
  // Infinity is a text in JSON: a number that is infinite had more digits than a double holds.
  const isOver = type === 'float' && Math.abs(value) > MAX_FLOAT && Math.abs(value) >= FLOAT_END
  if (isOver || !Number.isFinite(value)) {
    throw new EncodeError('out_of_range', type)
  }
  return value
}

function enumOf(value: unknown, field: FieldType): number {
  if (typeof value === 'string') {
    const number = field.enum!.numbers.get(value)
    if (number === undefined) throw new EncodeError('unknown_enum_value', field.type)
    return number
  }
  return Number(intOf(value, CODE.enum, field.type))
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw new EncodeError('wrong_type', 'bytes')
  const bytes = bytesOfBase64(value)
  if (bytes === null) throw new EncodeError('bad_base64', 'bytes')
  return bytes
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new EncodeError('wrong_type', 'string')
  if (!value.isWellFormed()) throw new EncodeError('bad_text', 'string')
  return value
}

/** A checked scalar or enum: whole numbers exactly, text, bytes or truth. */
export type Plain = bigint | number | string | boolean | Uint8Array

/** Checks one value of a scalar or an enum; throws EncodeError. */
export function plainOf(field: FieldType, value: unknown): Plain {
  switch (field.code) {
    case CODE.string:
      return textOf(value)
    case CODE.bytes:
      return bytesOf(value)
    case CODE.bool:
      if (typeof value !== 'boolean') throw new EncodeError('wrong_type', 'bool')
      return value
    case CODE.float:
    case CODE.double:
      return floatOf(value, field.type)
    case CODE.enum:
      return enumOf(value, field)
    default:
      return intOf(value, field.code, field.type)
  }
}

/** Whether a field without presence has its default, which is not written. */
export function isZero(plain: Plain): boolean {
  if (typeof plain === 'object') return plain.length === 0
  return typeof plain === 'number' ? Object.is(plain, 0) : plain === 0n || plain === '' || plain === false
}

export function writePlain(writer: ByteWriter, code: Code, plain: Plain): void {
  switch (code) {
    case CODE.string: {
      const start = writer.length
      writer.text(plain as string)
      return writer.closeLength(start)
    }
    case CODE.bytes:
      writer.varint32((plain as Uint8Array).length)
      return writer.raw(plain as Uint8Array)
    case CODE.bool:
      return writer.varint32(plain === true ? 1 : 0)
    case CODE.float:
      return writer.float(plain as number)
    case CODE.double:
      return writer.double(plain as number)
    case CODE.fixed32:
    case CODE.sfixed32:
      return writer.fixed32(Number(plain))
    case CODE.fixed64:
    case CODE.sfixed64:
      return writer.fixed64(plain as bigint)
    case CODE.sint32: {
      const value = Number(plain)
      return writer.varint32((value << 1) ^ (value >> 31))
    }
    case CODE.sint64:
      return writer.varint64(((plain as bigint) << 1n) ^ ((plain as bigint) >> 63n))
    default:
      return writeInt(writer, plain as bigint | number)
  }
}

/** Negative numbers take ten bytes, those of 32 bits as well. */
function writeInt(writer: ByteWriter, value: bigint | number): void {
  if (value >= 0 && value <= 0xff_ff_ff_ff) writer.varint32(Number(value))
  else writer.varint64(BigInt(value))
}
