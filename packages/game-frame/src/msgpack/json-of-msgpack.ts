import { base64Of, EncodeError, plainOf } from '@qd/proto-wire'
import type { FieldType, MessageType, Plain } from '@qd/proto-wire'
import { FREE, isWideDigits, knownItem, knownKey, knownType, knownUnder, markOf } from './known-value.ts'
import type { Known } from './known-value.ts'
import { TIME_EXTENSION, textOfTime } from './msgpack-time.ts'
import type { MsgpackNode } from './read-msgpack.ts'

/** Keys that no JSON of the console may have. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

type JsonObject = Record<string, unknown>

function isSame({ kind, value }: MsgpackNode, plain: Plain): boolean {
  if (kind === 'bytes') return plain instanceof Uint8Array
  if (kind !== 'number') return plain === value
  if (typeof plain === 'string') return false
  return typeof plain === 'bigint' ? String(plain) === String(value) : Object.is(plain, value)
}

/** How a field of the definition shows the value; undefined where it has no form for it. */
function knownJson(node: MsgpackNode, field: FieldType): unknown {
  const { kind, value } = node
  const name = kind === 'number' ? field.enum?.names.get(value as number) : undefined
  const isOdd = typeof value === 'number' && !Number.isFinite(value)
  const json = name ?? (value instanceof Uint8Array ? base64Of(value) : isOdd ? String(value) : value)
  try {
    return isSame(node, plainOf(field, json)) || name !== undefined ? json : undefined
  } catch (error) {
    if (error instanceof EncodeError) return undefined
    throw error
  }
}

/** What JSON itself can say is shown as it is. */
function freeJson({ kind, value }: MsgpackNode): unknown {
  if (kind === 'bytes') return undefined
  if (kind === 'string') return isWideDigits(String(value)) ? undefined : value
  if (typeof value !== 'number') return value
  const isPlain = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
  return isPlain && !Object.is(value, -0) ? value : undefined
}

function markedJson({ kind, value, extension }: MsgpackNode): JsonObject {
  if (value instanceof Uint8Array) {
    if (extension === null) return { $bytes: base64Of(value) }
    const time = extension === TIME_EXTENSION ? textOfTime(value) : null
    return time === null ? { $ext: [extension, base64Of(value)] } : { $time: time }
  }
  if (kind === 'string') return { $text: value }
  if (kind === 'bool') return { $value: value }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return { $float: String(value) }
  return Object.is(value, -0) ? { $float: '-0' } : { $int: String(value) }
}

function scalarJson(node: MsgpackNode, known: Known): unknown {
  if (node.kind === 'null') return null
  if (node.extension !== null) return markedJson(node)
  if (known.as === 'scalar') return knownJson(node, known.field) ?? markedJson(node)
  // A list, a map or a message was to stand here.
  if (known.as !== 'free') return node.kind === 'bool' ? { $value: node.value } : markedJson(node)
  return freeJson(node) ?? markedJson(node)
}

/** The keys as names of an object; null where that would lose what they are. */
function namesOf({ keys }: MsgpackNode, known: Known): string[] | null {
  const key = knownKey(known)
  const names = keys.map(({ node, name }) => {
    if (key.as !== 'scalar') return node.kind === 'string' ? name : null
    const json = knownJson(node, key.field)
    return json === undefined ? null : String(json)
  })
  const isWhole = names.every((name) => name !== null && !FORBIDDEN.has(name))
  if (!isWhole || new Set(names).size < names.length) return null
  return markOf(names as string[]) === null ? (names as string[]) : null
}

function mapJson(node: MsgpackNode, known: Known): JsonObject {
  if (known.as === 'scalar' || known.as === 'list') return { $value: jsonOf(node, FREE) }
  const names = namesOf(node, known)
  if (names === null) {
    const pairs = node.items.map((item, at) => [jsonOf(node.keys[at]!.node, FREE), jsonOf(item, FREE)])
    return { $map: pairs }
  }
  return Object.fromEntries(names.map((name, at) => [name, jsonOf(node.items[at]!, knownUnder(known, name))]))
}

function jsonOf(node: MsgpackNode, known: Known): unknown {
  if (node.kind === 'map') return mapJson(node, known)
  if (node.kind !== 'list') return scalarJson(node, known)
  if (known.as === 'scalar' || known.as === 'map') return { $value: jsonOf(node, FREE) }
  return node.items.map((item) => jsonOf(item, knownItem(known)))
}

/**
 * A MessagePack value as JSON from which `msgpackOfJson` makes it again: what JSON has no form for is an object with one key,
 * such as `$bytes`; a list alone stands in `$value`. Fields that `type` knows are shown as it says.
 */
export function jsonOfMsgpack(node: MsgpackNode, type: MessageType | null): Record<string, unknown> {
  const json = jsonOf(node, knownType(type))
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isObject ? (json as JsonObject) : { $value: json }
}
