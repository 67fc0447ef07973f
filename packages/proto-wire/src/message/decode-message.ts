import { findMessage, defaultOf } from '../schema/lookup.ts'
import type { MessageType, ProtoSchema } from '../schema/types.ts'
import { limitsOf, walkedOf } from '../wire/walk.ts'
import type { Walked, WalkOptions } from '../wire/walk.ts'
import { Walker } from '../wire/walker.ts'

export interface DecodeOptions extends Pick<WalkOptions, 'offset' | 'maxDepth' | 'maxNodes'> {
  /** Shows absent fields with their defaults, lists and maps empty, messages as null; members of oneofs stay away. */
  defaults?: boolean
}

export interface DecodedMessage extends Walked {
  /** What could be read: 64-bit numbers and bytes (base64) as text, enums by name, maps as objects. */
  json: Record<string, unknown>
}

/** Whether all fitted: a message of few bytes may hold many empty ones with many fields each. */
function addDefaults(json: Record<string, unknown>, type: MessageType, most: number): boolean {
  const open = [{ json, type }]
  let left = most
  for (let next = open.pop(); next; next = open.pop()) {
    const { json, type } = next
    left -= type.fields.length
    if (left < 0) return false
    for (const field of type.fields) {
      const { name, message } = field
      if (!Object.hasOwn(json, name)) {
        if (field.oneof !== null || field.isProto3Optional) continue
        const value = defaultOf(field)
        Object.defineProperty(json, name, { value, enumerable: true, configurable: true, writable: true })
      } else if (message !== null) {
        const value = json[name] as object
        const inner = field.kind === 'map' || Array.isArray(value) ? Object.values(value) : [value]
        for (const one of inner) open.push({ json: one as Record<string, unknown>, type: message })
      }
    }
  }
  return true
}

/** All messages of the JSON: pieces of a oneof, and entries of a map, may have been read and replaced. */
function messagesIn(json: Record<string, unknown>): Set<unknown> {
  const found = new Set<unknown>()
  const open: unknown[] = [json]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    found.add(next)
    for (const one of Object.values(next)) if (typeof one === 'object') open.push(one)
  }
  return found
}

/** Why a required field is missing is told once all pieces of its message are read. */
function checkRequired(walker: Walker, json: Record<string, unknown>): void {
  let standing: Set<unknown> | null = null
  for (const { node, type, target } of walker.pending) {
    const names = type.required.filter((name) => !Object.hasOwn(target, name))
    if (names.length === 0 || node.error !== null) continue
    standing ??= messagesIn(json)
    if (!standing.has(target)) continue
    node.mark({ error: { code: 'missing_required', offset: node.valueEnd, names } })
    walker.failed ??= node
  }
}

/** The JSON of a message with the nodes it was read from; of broken bytes as much as can be read. Null for an unknown message. */
export function decodeMessage(
  schema: ProtoSchema,
  name: string,
  bytes: Uint8Array,
  options: DecodeOptions = {},
): DecodedMessage | null {
  const type = findMessage(schema, name)
  if (type === null) return null
  const json: Record<string, unknown> = {}
  const limits = limitsOf(options)
  const walker = new Walker(bytes, limits)
  walker.run(type, json)
  checkRequired(walker, json)
  if (options.defaults && !addDefaults(json, type, limits.maxNodes)) {
    const { root } = walker
    if (root.error === null) root.mark({ error: { code: 'too_many_values', offset: root.end } })
    walker.failed ??= root
  }
  return { ...walkedOf(walker), json }
}
