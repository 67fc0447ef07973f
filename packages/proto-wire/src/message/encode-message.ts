import { findMessage } from '../schema/lookup.ts'
import { CODE } from '../schema/types.ts'
import type { FieldType, MessageType, ProtoSchema } from '../schema/types.ts'
import { ByteWriter } from './byte-writer.ts'
import { EncodeError } from './encode-fault.ts'
import type { EncodeFault } from './encode-fault.ts'
import { isZero, plainOf, writePlain } from './write-scalar.ts'

export type EncodedMessage = { ok: true; bytes: Uint8Array } | ({ ok: false } & EncodeFault)

const MAX_DEPTH = 100

function tag(writer: ByteWriter, number: number, wireType: number): void {
  writer.varint32((number << 3) | wireType)
}

/** Names the place of a fault on its way out. */
function within<T>(step: string | number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof EncodeError) error.steps.unshift(step)
    throw error
  }
}

function writeMessageField(writer: ByteWriter, field: FieldType, value: unknown, depth: number): void {
  if (field.isGroup) {
    tag(writer, field.number, 3)
    writeMessage(writer, field.message!, value, depth + 1)
    return tag(writer, field.number, 4)
  }
  tag(writer, field.number, 2)
  const start = writer.length
  writeMessage(writer, field.message!, value, depth + 1)
  writer.closeLength(start)
}

function writeOne(writer: ByteWriter, field: FieldType, value: unknown, depth: number): void {
  if (field.message !== null) return writeMessageField(writer, field, value, depth)
  const plain = plainOf(field, value)
  tag(writer, field.number, field.wireType)
  writePlain(writer, field.code, plain)
}

function writeList(writer: ByteWriter, field: FieldType, value: unknown, depth: number): void {
  if (!Array.isArray(value)) throw new EncodeError('not_list', field.type)
  if (value.length === 0) return
  if (!field.isPacked) {
    for (const [at, one] of value.entries()) within(at, () => writeOne(writer, field, one, depth))
    return
  }
  tag(writer, field.number, 2)
  const start = writer.length
  for (const [at, one] of value.entries()) {
    within(at, () => writePlain(writer, field.code, plainOf(field, one)))
  }
  writer.closeLength(start)
}

function keyOf(field: FieldType, text: string): unknown {
  if (field.code !== CODE.bool) return text
  return text === 'true' ? true : text === 'false' ? false : text
}

function writeMap(writer: ByteWriter, field: FieldType, value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EncodeError('not_map', field.type)
  }
  const [key, inner] = field.entry!.fields as [FieldType, FieldType]
  for (const [text, one] of Object.entries(value)) {
    within(text, () => {
      tag(writer, field.number, 2)
      const start = writer.length
      try {
        writeOne(writer, key, keyOf(key, text), depth)
      } catch (error) {
        throw error instanceof EncodeError ? new EncodeError('bad_map_key', key.type) : error
      }
      writeOne(writer, inner, one, depth)
      writer.closeLength(start)
    })
  }
}

function writeField(writer: ByteWriter, field: FieldType, value: unknown, depth: number): void {
  if (field.kind === 'map') return writeMap(writer, field, value, depth)
  if (field.label === 'repeated') return writeList(writer, field, value, depth)
  if (field.hasPresence || field.label === 'required') return writeOne(writer, field, value, depth)
  const plain = plainOf(field, value)
  if (isZero(plain)) return
  tag(writer, field.number, field.wireType)
  writePlain(writer, field.code, plain)
}

/** Null is absent, as in the JSON of protobuf. */
function isGiven(json: object, name: string): boolean {
  return (
    Object.hasOwn(json, name) && Reflect.get(json, name) !== null && Reflect.get(json, name) !== undefined
  )
}

function checkNames(type: MessageType, json: object): void {
  const oneofs = new Map<string, string>()
  for (const name of Object.keys(json)) {
    const field = type.byName.get(name)
    within(name, () => {
      if (field === undefined) throw new EncodeError('unknown_field', type.fullName)
      if (field.oneof === null || !isGiven(json, name)) return
      const other = oneofs.get(field.oneof)
      if (other !== undefined) throw new EncodeError('oneof_twice', other)
      oneofs.set(field.oneof, name)
    })
  }
}

function writeMessage(writer: ByteWriter, type: MessageType, json: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new EncodeError('too_deep')
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new EncodeError('not_object', type.fullName)
  }
  checkNames(type, json)
  for (const field of type.sorted) {
    if (isGiven(json, field.name)) {
      const value: unknown = Reflect.get(json, field.name)
      within(field.name, () => writeField(writer, field, value, depth))
    } else if (field.label === 'required') {
      within(field.name, () => {
        throw new EncodeError('missing_required', field.type)
      })
    }
  }
}

/** The bytes of a message given as JSON, as `decodeMessage` shows it, or the first thing that does not fit. */
export function encodeMessage(schema: ProtoSchema, name: string, json: unknown): EncodedMessage {
  const type = findMessage(schema, name)
  if (type === null) return { ok: false, path: '', reason: 'unknown_message', expected: name }
  const writer = new ByteWriter()
  try {
    writeMessage(writer, type, json, 0)
    return { ok: true, bytes: writer.finish() }
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error
    return { ok: false, path: error.steps.join('.'), reason: error.reason, expected: error.expected }
  }
}
