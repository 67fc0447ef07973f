import { JsonReader } from '@qd/json-text'
import { firstBadUtf8 } from '@qd/proto-wire'
import { ByteReader, bytesOfText, sameBytes, utf8Of } from './bytes/byte-reader.ts'
import { ByteWriter } from './bytes/byte-writer.ts'
import { DEFAULT_LIMITS, FaultError, isFaultError } from './fault.ts'
import type { Fault, Limits } from './fault.ts'
import { readJava } from './java/decode-java.ts'
import { fromJson } from './json/from-json.ts'
import { toJson } from './json/to-json.ts'
import { readMsgPack } from './msgpack/decode-msgpack.ts'
import { writeMsgPack } from './msgpack/encode-msgpack.ts'
import { readPhp } from './php/decode-php.ts'
import { writePhp } from './php/encode-php.ts'
import { assertReferences } from './php/references.ts'
import { readPickle } from './pickle/decode-pickle.ts'
import { readTimestamp, timestampBytes } from './plain/timestamp.ts'
import { readVector, vectorBytes } from './plain/vector.ts'
import { TreeBuilder } from './tree-builder.ts'
import type { Decoded, Encoded, ValueNode } from './value-node.ts'

export const VALUE_FORMATS = [
  'text',
  'json',
  'msgpack',
  'php',
  'java',
  'pickle',
  'timestamp',
  'float32',
  'float64',
  'hex',
] as const
export type ValueFormat = (typeof VALUE_FORMATS)[number]

/** Formats that are read and never written. */
const VIEW_ONLY: ReadonlySet<ValueFormat> = new Set(['java', 'pickle'])
export const isEditable = (format: ValueFormat): boolean => !VIEW_ONLY.has(format)

const TREES = { msgpack: readMsgPack, php: readPhp, java: readJava, pickle: readPickle }
/** Before the first byte of a text of JSON in the tree. */
const isTree = (format: ValueFormat): format is keyof typeof TREES => Object.hasOwn(TREES, format)

function readTree(format: keyof typeof TREES, bytes: Uint8Array, limits: Limits): Decoded {
  const reader = new ByteReader(bytes)
  const tree = new TreeBuilder(limits, reader)
  try {
    TREES[format](reader, tree)
    if (reader.left > 0) throw new FaultError('trailing', reader.at)
    return { ok: true, node: tree.root!, isExact: isExact(format, tree.root!, bytes) }
  } catch (error) {
    if (isFaultError(error)) return { ok: false, fault: error.fault, partial: tree.root }
    throw error
  }
}

function isExact(format: ValueFormat, node: ValueNode, bytes: Uint8Array): boolean {
  if (!isEditable(format)) return false
  const again = encode(format, node)
  return again.ok && sameBytes(again.bytes, bytes)
}

function textIn(bytes: Uint8Array): string {
  const text = utf8Of(bytes)
  if (text === null) throw new FaultError('notUtf8', firstBadUtf8(bytes, 0, bytes.length))
  return text
}

/** JSON with the types of its digits; `1.0` stays a float. */
function readJson(bytes: Uint8Array, limits: Limits): ValueNode {
  const text = textIn(bytes)
  const reader = new JsonReader(text, { maxDepth: limits.depth })
  reader.read()
  const wrong = reader.faults.find(({ code }) => code === 'syntax' || code === 'too_deep')
  const offset = bytesOfText(text.slice(0, wrong?.from ?? 0)).length
  if (wrong !== undefined || reader.root === null) {
    throw new FaultError(wrong?.code === 'too_deep' ? 'tooDeep' : 'invalid', offset)
  }
  return { kind: 'text', value: text }
}

function readPlain(
  format: Exclude<ValueFormat, keyof typeof TREES>,
  bytes: Uint8Array,
  limits: Limits,
): ValueNode {
  switch (format) {
    case 'json':
      return readJson(bytes, limits)
    case 'timestamp':
      return readTimestamp(bytes)
    case 'float32':
    case 'float64':
      return readVector(bytes, format, limits.nodes)
    case 'hex':
      return { kind: 'bytes', value: bytes.slice() }
    case 'text':
      return { kind: 'text', value: textIn(bytes) }
  }
}

/**
 * A value as a tree. JSON is a text: it is shown and edited as it was written. What cannot be read to its end is a fault
 * with its offset, and what was read before it.
 */
export function decode(format: ValueFormat, bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): Decoded {
  if (bytes.length > limits.inBytes) return { ok: false, fault: { code: 'tooLarge', at: -1 }, partial: null }
  if (isTree(format)) return readTree(format, bytes, limits)
  try {
    const node = readPlain(format, bytes, limits)
    return { ok: true, node, isExact: isExact(format, node, bytes) }
  } catch (error) {
    if (isFaultError(error)) return { ok: false, fault: error.fault, partial: null }
    throw error
  }
}

function written(format: ValueFormat, node: ValueNode): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  switch (format) {
    case 'msgpack':
      writeMsgPack(writer, node)
      return writer.finish()
    case 'php':
      writePhp(writer, node)
      return writer.finish()
    case 'timestamp':
      return timestampBytes(node)
    case 'float32':
    case 'float64':
      return vectorBytes(node, format)
    case 'text':
    case 'json':
      if (node.kind === 'text') return bytesOfText(node.value)
      break
    case 'hex':
      if (node.kind === 'bytes') return node.value.slice()
      break
    default:
      throw new FaultError('unsupported', -1)
  }
  throw new FaultError('range', -1)
}

/** The bytes of a tree; `range`: the format has no place for a value of it. */
export function encode(format: ValueFormat, node: ValueNode): Encoded {
  try {
    return { ok: true, bytes: written(format, node) }
  } catch (error) {
    if (isFaultError(error)) return { ok: false, fault: error.fault }
    throw error
  }
}

/** Formats that are a text already; all others are shown as the JSON of their tree. */
const isText = (format: ValueFormat): boolean => format === 'text' || format === 'json'

/** What a person reads and edits of a tree. */
export const shownText = (format: ValueFormat, node: ValueNode): string =>
  isText(format) && node.kind === 'text' ? node.value : toJson(node)

/** The bytes of what a person edited; `like` is what was decoded. The fault's place is one in the text. */
export function encodeText(format: ValueFormat, text: string, like: ValueNode | null): Encoded {
  if (isText(format)) return encode(format, { kind: 'text', value: text })
  const read = fromJson(text, like)
  if (!read.ok) return read
  const fault = format === 'php' ? faultOfReferences(read.node, like) : null
  return fault === null ? encode(format, read.node) : { ok: false, fault }
}

function faultOfReferences(node: ValueNode, like: ValueNode | null): Fault | null {
  try {
    assertReferences(node, like)
    return null
  } catch (error) {
    if (isFaultError(error)) return error.fault
    throw error
  }
}
