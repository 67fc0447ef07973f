import { bytesOfBase64, EncodeError, plainOf } from '@qd/proto-wire'
import type { EncodedMessage, FieldType, MessageType } from '@qd/proto-wire'
import {
  FREE,
  isInt64,
  isWideDigits,
  knownItem,
  knownKey,
  knownType,
  knownUnder,
  markOf,
} from './known-value.ts'
import type { Known, Mark } from './known-value.ts'
import { TIME_EXTENSION, timeOfText } from './msgpack-time.ts'
import { MAX_DEPTH } from './read-msgpack.ts'
import { MsgpackWriter } from './write-msgpack.ts'

interface Place {
  writer: MsgpackWriter
  known: Known
  depth: number
}

/** Names the place of a fault on its way out. */
function within(step: string | number, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof EncodeError) error.steps.unshift(step)
    throw error
  }
}

function intOf(value: unknown): bigint {
  const isInt = typeof value === 'string' ? /^-?\d{1,20}$/.test(value) : Number.isSafeInteger(value)
  if (!isInt) throw new EncodeError('wrong_type', 'int64')
  const exact = BigInt(value as string | number)
  if (!isInt64(exact)) throw new EncodeError('out_of_range', exact < 0n ? 'int64' : 'uint64')
  return exact
}

function floatOf(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  const isNumber = typeof number === 'number' && (!Number.isNaN(number) || value === 'NaN')
  if (!isNumber) throw new EncodeError('wrong_type', 'double')
  // Infinity is said by its name: digits that are infinite were more than a double holds.
  const isNamed = value === 'Infinity' || value === '-Infinity' || value === 'NaN'
  if (!Number.isFinite(number) && !isNamed) throw new EncodeError('out_of_range', 'double')
  return number
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new EncodeError('wrong_type', 'string')
  if (!value.isWellFormed()) throw new EncodeError('bad_text', 'string')
  return value
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw new EncodeError('wrong_type', 'bytes')
  const bytes = bytesOfBase64(value)
  if (bytes === null) throw new EncodeError('bad_base64', 'bytes')
  return bytes
}

function timeOf(value: unknown): Uint8Array {
  const bytes = timeOfText(textOf(value))
  if (bytes === null) throw new EncodeError('wrong_type', '2026-11-23T10:00:00.5Z')
  return bytes
}

function writeExtension(writer: MsgpackWriter, value: unknown): void {
  const [type, bytes] = Array.isArray(value) ? (value as unknown[]) : []
  const isType = Number.isInteger(type) && (type as number) >= -128 && (type as number) < 128
  if (!isType) throw new EncodeError('wrong_type', '[-128…127, base64]')
  writer.extension(type as number, bytesOf(bytes))
}

function writePairs({ writer, depth }: Place, value: unknown): void {
  const pairs = Array.isArray(value) ? (value as unknown[]) : null
  if (pairs === null) throw new EncodeError('not_list', '$map')
  writer.map(pairs.length)
  for (const [at, pair] of pairs.entries()) {
    within(at, () => {
      if (!Array.isArray(pair) || pair.length !== 2) throw new EncodeError('wrong_type', '[key, value]')
      for (const each of pair) write({ writer, known: FREE, depth: depth + 1 }, each)
    })
  }
}

/** What JSON has no form for: an object with one marked key. */
function writeMarked(place: Place, mark: Mark, value: unknown): void {
  const { writer, depth } = place
  if (mark === '$bytes') writer.bytes(bytesOf(value))
  else if (mark === '$int') writer.int(intOf(value))
  else if (mark === '$float') writer.float(floatOf(value))
  else if (mark === '$text') writer.text(textOf(value))
  else if (mark === '$time') writer.extension(TIME_EXTENSION, timeOf(value))
  else if (mark === '$ext') writeExtension(writer, value)
  else if (mark === '$map') writePairs(place, value)
  else {
    // Within itself it would lie as deep as anybody likes.
    const isMarkedAgain = typeof value === 'object' && markOf(Object.keys(value ?? {})) === '$value'
    if (isMarkedAgain) throw new EncodeError('too_deep')
    write({ writer, known: FREE, depth }, value)
  }
}

function writeKnown(writer: MsgpackWriter, field: FieldType, value: unknown): void {
  const plain = plainOf(field, value)
  if (typeof plain === 'bigint') writer.int(plain)
  else if (typeof plain === 'boolean') writer.bool(plain)
  else if (typeof plain === 'string') writer.text(plain)
  else if (typeof plain !== 'number') writer.bytes(plain)
  else if (field.enum === null) writer.float(plain)
  else writer.int(BigInt(plain))
}

function writeFree(writer: MsgpackWriter, value: unknown): void {
  if (typeof value === 'boolean') writer.bool(value)
  else if (typeof value === 'string' && isWideDigits(value)) writer.int(BigInt(value))
  else if (typeof value !== 'number') writer.text(textOf(value))
  else if (Number.isSafeInteger(value) && !Object.is(value, -0)) writer.int(BigInt(value))
  // Its digits may be gone, and a game that reads an integer would meet a float.
  else if (Number.isInteger(value) && !Object.is(value, -0))
    throw new EncodeError('unsafe_number', 'its digits as text or in $int; $float for a float')
  else writer.float(floatOf(value))
}

function writeList(place: Place, list: readonly unknown[]): void {
  const { writer, known, depth } = place
  if (known.as === 'scalar') throw new EncodeError('wrong_type', known.field.type)
  if (known.as === 'map') throw new EncodeError('not_map', '')
  writer.list(list.length)
  for (const [at, one] of list.entries())
    within(at, () => write({ writer, known: knownItem(known), depth: depth + 1 }, one))
}

function keyOf(known: Known, text: string): unknown {
  const key = knownKey(known)
  if (key.as !== 'scalar' || key.field.type !== 'bool') return text
  return text === 'true' ? true : text === 'false' ? false : text
}

function writeKey(writer: MsgpackWriter, known: Known, text: string): void {
  const key = knownKey(known)
  if (key.as !== 'scalar') return writer.text(textOf(text))
  try {
    writeKnown(writer, key.field, keyOf(known, text))
  } catch (error) {
    throw error instanceof EncodeError ? new EncodeError('bad_map_key', key.field.type) : error
  }
}

function writeObject(place: Place, object: object): void {
  const { writer, known, depth } = place
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  const mark = markOf(entries.map(([key]) => key))
  if (mark !== null) return within(mark, () => writeMarked(place, mark, entries[0]![1]))
  if (known.as === 'scalar') throw new EncodeError('wrong_type', known.field.type)
  if (known.as === 'list') throw new EncodeError('not_list', known.field.type)
  writer.map(entries.length)
  for (const [key, value] of entries) {
    within(key, () => {
      writeKey(writer, known, key)
      write({ writer, known: knownUnder(known, key), depth: depth + 1 }, value)
    })
  }
}

function write(place: Place, json: unknown): void {
  const { writer, known, depth } = place
  if (depth > MAX_DEPTH) throw new EncodeError('too_deep')
  if (json === null || json === undefined) return writer.null()
  if (Array.isArray(json)) return writeList(place, json)
  if (typeof json === 'object') return writeObject(place, json)
  if (known.as === 'scalar') return writeKnown(writer, known.field, json)
  if (known.as === 'list') throw new EncodeError('not_list', known.field.type)
  if (known.as === 'map') throw new EncodeError('not_map', '')
  if (known.as === 'message') throw new EncodeError('not_object', known.type.fullName)
  writeFree(writer, json)
}

/**
 * JSON, as `jsonOfMsgpack` shows it, to MessagePack. Fields that `type` knows are written as it says; others as they look.
 */
export function msgpackOfJson(json: unknown, type: MessageType | null): EncodedMessage {
  const writer = new MsgpackWriter()
  try {
    write({ writer, known: knownType(type), depth: 0 }, json)
    return { ok: true, bytes: writer.finish() }
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error
    return { ok: false, path: error.steps.join('.'), reason: error.reason, expected: error.expected }
  }
}
