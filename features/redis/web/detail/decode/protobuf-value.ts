import { decodeMessage, encodeMessage, findMessage, walk } from '@qd/proto-wire'
import type { FieldType, MessageType, ProtoSchema, WireNode } from '@qd/proto-wire'
import { JsonReader, fromOf, valueOf } from '@qd/json-text'

/** A list of short values stands in one line. */
const LINE_CHARS = 80
const DEPTH = 200
const INDENT = '  '

export interface ProtobufText {
  readonly text: string
  /** Code and byte of the first thing that cannot be read; null: all was. */
  readonly fault: { code: string; at: number } | null
  /** Fields of the message itself that the definitions do not know, as their bytes. */
  readonly unknown: readonly Uint8Array[]
  /** Whether messages inside have such fields: they could not be put back where they were. */
  readonly hasInnerUnknown: boolean
}

const is64 = (type: string): boolean => type.endsWith('64')

function scalarText(value: unknown, type: string): string {
  return is64(type) && typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}

function membersText(members: readonly string[], open: string, close: string, margin: string): string {
  if (members.length === 0) return open + close
  const inner = margin + INDENT
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${margin}${close}`
}

function oneText(value: unknown, field: FieldType, margin: string): string {
  return field.message === null
    ? scalarText(value, field.type)
    : messageText(value as Record<string, unknown>, field.message, margin)
}

function fieldText(value: unknown, field: FieldType, margin: string): string {
  const inner = margin + INDENT
  if (field.kind === 'map') {
    const entry = field.entry!.fields[1]!
    const members = Object.entries(value as object).map(
      ([key, each]) => `${JSON.stringify(key)}: ${oneText(each, entry, inner)}`,
    )
    return membersText(members, '{', '}', margin)
  }
  if (field.label !== 'repeated') return oneText(value, field, margin)
  const items = (value as unknown[]).map((each) => oneText(each, field, inner))
  const line = `[${items.join(', ')}]`
  return line.length <= LINE_CHARS && !line.includes('\n') ? line : membersText(items, '[', ']', margin)
}

/** JSON of a message with the digits of its 64-bit numbers as digits, in the order of the fields. */
function messageText(json: Record<string, unknown>, type: MessageType, margin: string): string {
  const members = type.sorted
    .filter(({ name }) => Object.hasOwn(json, name))
    .map((field) => `${JSON.stringify(field.name)}: ${fieldText(json[field.name], field, margin + INDENT)}`)
  return membersText(members, '{', '}', margin)
}

const hasUnknown = (nodes: readonly WireNode[]): boolean =>
  nodes.some(
    ({ field, fields, takenAs }) => (field === null && takenAs !== 'map') || hasUnknown(fields ?? []),
  )

/** A message by its definition; null: the definitions do not have it. */
export function readProtobuf(bytes: Uint8Array, schema: ProtoSchema, message: string): ProtobufText | null {
  const type = findMessage(schema, message)
  const decoded = decodeMessage(schema, message, bytes)
  if (type === null || decoded === null) return null
  const { nodes, error } = decoded
  const strange = nodes.filter(({ field }) => field === null)
  const inner = nodes.filter(
    ({ field, fields }) => field !== null && field.kind === 'message' && fields !== null,
  )
  return {
    text: messageText(decoded.json, type, ''),
    fault:
      error === null
        ? null
        : { code: error.code === 'truncated' ? 'truncated' : 'invalid', at: error.offset },
    unknown: strange.map(({ start, end }) => bytes.slice(start, end)),
    hasInnerUnknown: inner.some(({ fields }) => hasUnknown(fields ?? [])),
  }
}

function plainValue(node: WireNode): unknown {
  return node.children.length > 0 && ['message', 'group', 'map'].includes(node.takenAs)
    ? byNumber(node.children)
    : node.value
}

function byNumber(nodes: readonly WireNode[]): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const node of nodes) {
    const name = node.tag === -1 ? '?' : String(node.number)
    const value = plainValue(node)
    if (!Object.hasOwn(found, name)) found[name] = value
    else if (Array.isArray(found[name])) (found[name] as unknown[]).push(value)
    else found[name] = [found[name], value]
  }
  return found
}

/** A message nobody has the definition of: fields by number, with what their bytes look like. */
export function guessProtobuf(bytes: Uint8Array): Pick<ProtobufText, 'text' | 'fault'> {
  const { nodes, error } = walk(bytes)
  return {
    text: JSON.stringify(byNumber(nodes), null, 2),
    fault:
      error === null
        ? null
        : { code: error.code === 'truncated' ? 'truncated' : 'invalid', at: error.offset },
  }
}

/** The bytes of an edited message; `at`: the character that does not fit, from 1. What the definitions do not know of the old one follows at the end. */
export function writeProtobuf(
  text: string,
  schema: ProtoSchema,
  message: string,
  unknown: readonly Uint8Array[],
): { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; at: number; reason: string } {
  const reader = new JsonReader(text, { maxDepth: DEPTH })
  reader.read()
  if (reader.root === null) return { ok: false, at: 0, reason: 'syntax' }
  const encoded = encodeMessage(schema, message, valueOf(reader.root))
  if (!encoded.ok) {
    const { path, reason, expected } = encoded
    const at = (fromOf(reader.root, path) ?? reader.root.from) + 1
    const words = [path, reason, expected].filter(Boolean).join(' ')
    return { ok: false, at, reason: reason === 'out_of_range' ? 'range' : words }
  }
  const parts = [encoded.bytes, ...unknown]
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { ok: true, bytes }
}
