import type { EnvelopeField, FieldValue } from './frame-descriptor.ts'
import { readVarint, varintOf, varintWidth } from './numbers.ts'

/** One field of a protobuf message as it stands in the bytes. */
export interface ProtoField {
  number: number
  /** Of a varint its value; of bytes and texts the bytes. Other wire types are passed over. */
  value: FieldValue | Uint8Array
  /** Of its first byte. */
  at: number
}

export class BadMessage extends RangeError {
  readonly at: number

  constructor(reason: string, at: number) {
    super(reason)
    this.at = at
  }
}

function varintAt(bytes: Uint8Array, at: number): { value: FieldValue; end: number } {
  const width = varintWidth(bytes, at, bytes.length)
  if (width <= 0)
    throw new BadMessage(width === 0 ? 'it ends within a number' : 'a number has over 64 bits', at)
  return { value: readVarint(bytes, at, width), end: at + width }
}

const WIRE = { varint: 0, wide: 1, bytes: 2, narrow: 5 } as const

function valueAt(
  bytes: Uint8Array,
  wire: number,
  start: number,
): { value: ProtoField['value'] | null; end: number } {
  if (wire === WIRE.varint) return varintAt(bytes, start)
  if (wire === WIRE.wide || wire === WIRE.narrow)
    return { value: null, end: start + (wire === WIRE.wide ? 8 : 4) }
  if (wire !== WIRE.bytes) throw new BadMessage(`wire type ${wire} is none`, start)
  const { value: size, end: from } = varintAt(bytes, start)
  const end = from + Number(size)
  return { value: end <= bytes.length ? bytes.subarray(from, end) : null, end }
}

/** The fields of a protobuf message, one level deep; throws BadMessage where it is none. */
export function readProto(bytes: Uint8Array): ProtoField[] {
  const fields: ProtoField[] = []
  for (let at = 0; at < bytes.length;) {
    const { value: tag, end: start } = varintAt(bytes, at)
    const number = Math.floor(Number(tag) / 8)
    if (number < 1 || number > 0x1f_ff_ff_ff) throw new BadMessage(`field ${number} is none`, at)
    const { value, end } = valueAt(bytes, Number(tag) % 8, start)
    if (end > bytes.length) throw new BadMessage(`field ${number} ends behind the message`, at)
    if (value !== null) fields.push({ number, value, at })
    at = end
  }
  return fields
}

const utf8 = new TextDecoder()
const TWO64 = 1n << 64n

function exact(value: bigint): FieldValue {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value.toString()
}

/** A field of an envelope as its value: numbers signed as protobuf's int64 or sint64, texts as they are. */
export function fieldValue({ as = 'int' }: EnvelopeField, { value, at, number }: ProtoField): FieldValue {
  if (as === 'text') {
    if (value instanceof Uint8Array) return utf8.decode(value)
    throw new BadMessage(`field ${number} is no text`, at)
  }
  if (value instanceof Uint8Array) throw new BadMessage(`field ${number} is no number`, at)
  if (as === 'int') return typeof value === 'number' ? value : exact(BigInt.asIntN(64, BigInt(value)))
  const raw = BigInt(value)
  return exact(raw & 1n ? -(raw >> 1n) - 1n : raw >> 1n)
}

/** Writes protobuf messages field by field. */
export class ProtoWriter {
  readonly #bytes: (number[] | Uint8Array)[] = []

  bytes(field: number, value: Uint8Array): void {
    this.#bytes.push([...varintOf(field * 8 + WIRE.bytes), ...varintOf(value.length)], value)
  }

  /** As protobuf does, a default value is left out. */
  value({ field, as = 'int' }: EnvelopeField, value: FieldValue): void {
    if (as === 'text') {
      if (value !== '') this.bytes(field, new TextEncoder().encode(String(value)))
      return
    }
    const signed = BigInt(value)
    if (signed === 0n) return
    if (signed < -(TWO64 >> 1n) || signed >= TWO64) throw new RangeError(`${value} has over 64 bits`)
    const zigzag = signed < 0n ? -signed * 2n - 1n : signed * 2n
    const raw = as === 'sint' ? zigzag : BigInt.asUintN(64, signed)
    this.#bytes.push([...varintOf(field * 8), ...varintOf(raw.toString())])
  }

  finish(): Uint8Array {
    const whole = new Uint8Array(this.#bytes.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of this.#bytes) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }
}
