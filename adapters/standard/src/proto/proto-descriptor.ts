import { isForbiddenKey, isSafeName, plainJsonFault } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import { dropLostMethods } from './proto-services.ts'
import type { CleanMethod } from './proto-services.ts'

/** Limits of a protobuf definition (T12); names as in the data definition. */
export const PROTO_LIMITS = {
  maxDepth: 32,
  maxTypes: 5000,
  maxFields: 30_000,
  // protobuf.js takes a time that grows with the square of it: minutes for a message of 100,000 fields.
  maxFieldsPerMessage: 500,
  maxEnumValues: 20_000,
  maxNodes: 2_000_000,
  /** Characters of one comment that are kept. */
  maxComment: 2000,
}

const SCALARS: ReadonlySet<string> = new Set(
  'double float int32 uint32 sint32 fixed32 sfixed32 int64 uint64 sint64 fixed64 sfixed64 string bool bytes'.split(
    ' ',
  ),
)
const MAP_KEYS: ReadonlySet<string> = new Set([...SCALARS].filter((type) => !/double|float|bytes/.test(type)))
const RULES: ReadonlySet<string> = new Set(['optional', 'required', 'repeated'])
const MAX_FIELD_ID = 536_870_911

export interface CleanField {
  type: string
  id: number
  rule?: string
  keyType?: string
  options?: KnownOptions
  comment?: string
}

/** Options that say how values are written, and what is not to be used any more. */
interface KnownOptions {
  packed?: boolean
  deprecated?: boolean
}

/** The descriptor rebuilt from known parts only: nothing of the game's own object reaches protobuf.js. */
export type CleanNode =
  | {
      fields: Record<string, CleanField>
      oneofs?: Record<string, { oneof: string[] }>
      nested?: CleanNested
      options?: KnownOptions
      comment?: string
      /** Names of fields that reach prototypes, or whose type does: they are not carried. */
      leftOut?: string[]
    }
  | {
      values: Record<string, number>
      options?: KnownOptions
      comment?: string
      comments?: Record<string, string>
    }
  /** A service: it says which messages belong together. */
  | { methods: Record<string, CleanMethod>; comment?: string }
  | { nested: CleanNested }
export type CleanNested = Record<string, CleanNode>

export type CheckedProto =
  | { ok: true; nested: CleanNested; messages: string[] }
  | { ok: false; reason: string }

/** Thrown inside the check only; becomes its reason. */
class ProtoFault extends Error {}

interface Count {
  types: number
  fields: number
  values: number
  messages: string[]
  leftOut: readonly LeftOut[]
}

function entriesOf(value: unknown, place: string): [string, unknown][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) throw new ProtoFault(`${place} is no object`)
  const entries = Object.entries(value).filter(([name]) => !isForbiddenKey(name))
  const bad = entries.find(([name]) => !isSafeName(name))
  if (bad) throw new ProtoFault(`${place} has the name ${JSON.stringify(bad[0]).slice(0, 200)}`)
  return entries
}

function recordOf(value: unknown, place: string): Record<string, unknown> {
  return Object.assign(Object.create(null), Object.fromEntries(entriesOf(value, place))) as Record<
    string,
    unknown
  >
}

/** A message or enum that is not carried, or one inside it. */
function isLostType(input: unknown): boolean {
  const type: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'type') : null
  return typeof type === 'string' && type.split('.').some(isForbiddenKey)
}

/** What the answer held under names that were taken out of it, and fields of types that were. */
function leftOutOf(fields: unknown, path: readonly string[], { leftOut }: Count): string[] {
  const way = ['nested', ...path.flatMap((name) => [name, 'nested']).slice(0, -1), 'fields'].join('/')
  const taken = leftOut.filter((place) => place.path.join('/') === way).flatMap(({ names }) => names)
  const lost = Object.entries(fields ?? {}).filter(
    ([name, field]) => isForbiddenKey(name) || isLostType(field),
  )
  return [...new Set([...taken, ...lost.map(([name]) => name)])]
}

function isTypeName(type: unknown): type is string {
  if (typeof type !== 'string') return false
  return SCALARS.has(type) || type.replace(/^\./, '').split('.').every(isSafeName)
}

/** What people wrote about it; no part of the meaning, so an odd one is dropped rather than refused. */
function commentOf(comment: unknown): { comment?: string } {
  if (typeof comment !== 'string' || comment === '') return {}
  return { comment: comment.slice(0, PROTO_LIMITS.maxComment) }
}

function optionsOf(input: unknown): { options?: KnownOptions } {
  if (typeof input !== 'object' || input === null) return {}
  const known = (['packed', 'deprecated'] as const).flatMap((name) => {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    return typeof value === 'boolean' ? [[name, value] as const] : []
  })
  return known.length === 0 ? {} : { options: Object.fromEntries(known) }
}

function methodsOf(input: unknown, place: string, count: Count): Record<string, CleanMethod> {
  const methods = entriesOf(input, place).flatMap(([name, method]) => {
    const { requestType, responseType, comment } = recordOf(method, `${place}.${name}`)
    if (!isTypeName(requestType) || !isTypeName(responseType)) return []
    return [[name, { requestType, responseType, ...commentOf(comment) }] as const]
  })
  count.fields += methods.length
  if (count.fields > PROTO_LIMITS.maxFields)
    throw new ProtoFault(`more than ${PROTO_LIMITS.maxFields} fields`)
  return Object.fromEntries(methods)
}

function commentsOf(input: unknown, values: Record<string, number>): { comments?: Record<string, string> } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {}
  const known = Object.entries(input).flatMap(([name, text]) => {
    const { comment } = commentOf(text)
    return comment !== undefined && Object.hasOwn(values, name) ? [[name, comment] as const] : []
  })
  return known.length === 0 ? {} : { comments: Object.fromEntries(known) }
}

function fieldOf(input: unknown, place: string): CleanField {
  const { type, id, rule, keyType, options, comment } = recordOf(input, place)
  if (!isTypeName(type)) throw new ProtoFault(`${place}.type is no type name`)
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > MAX_FIELD_ID) {
    throw new ProtoFault(`${place}.id is no field number`)
  }
  if (rule !== undefined && !(typeof rule === 'string' && RULES.has(rule)))
    throw new ProtoFault(`${place}.rule is unknown`)
  const said = { ...optionsOf(options), ...commentOf(comment) }
  if (keyType === undefined) return { type, id, ...(typeof rule === 'string' ? { rule } : {}), ...said }
  if (typeof keyType !== 'string' || !MAP_KEYS.has(keyType))
    throw new ProtoFault(`${place}.keyType cannot be a key`)
  return { type, id, keyType, ...said }
}

function fieldsOf(input: unknown, place: string, count: Count): Record<string, CleanField> {
  const fields: Record<string, CleanField> = {}
  const ids = new Set<number>()
  const entries = entriesOf(input, place).filter(([, field]) => !isLostType(field))
  if (entries.length > PROTO_LIMITS.maxFieldsPerMessage) {
    throw new ProtoFault(`${place} has more than ${PROTO_LIMITS.maxFieldsPerMessage} fields`)
  }
  for (const [name, field] of entries) {
    const clean = fieldOf(field, `${place}.${name}`)
    if (ids.has(clean.id)) throw new ProtoFault(`${place}.${name} repeats the field number ${clean.id}`)
    ids.add(clean.id)
    fields[name] = clean
    count.fields += 1
    if (count.fields > PROTO_LIMITS.maxFields)
      throw new ProtoFault(`more than ${PROTO_LIMITS.maxFields} fields`)
  }
  return fields
}

function oneofsOf(
  input: unknown,
  { fields, leftOut }: { fields: Record<string, CleanField>; leftOut: readonly string[] },
  place: string,
) {
  const isGone = (member: unknown) => typeof member === 'string' && leftOut.includes(member)
  const oneofs: Record<string, { oneof: string[] }> = {}
  for (const [name, group] of entriesOf(input, place)) {
    const listed = recordOf(group, `${place}.${name}`).oneof
    const isKnown = (member: unknown) => typeof member === 'string' && Object.hasOwn(fields, member)
    const members = Array.isArray(listed) ? listed.filter((member) => !isGone(member)) : null
    if (members === null || !members.every(isKnown)) throw new ProtoFault(`${place}.${name} names no fields`)
    if (Object.hasOwn(fields, name)) throw new ProtoFault(`${place}.${name} has the name of a field`)
    oneofs[name] = { oneof: members as string[] }
  }
  return oneofs
}

function valuesOf(input: unknown, place: string, count: Count): Record<string, number> {
  const values: Record<string, number> = {}
  for (const [name, value] of entriesOf(input, place)) {
    if (typeof value !== 'number' || (value | 0) !== value)
      throw new ProtoFault(`${place}.${name} is no int32`)
    values[name] = value
    count.values += 1
    if (count.values > PROTO_LIMITS.maxEnumValues) throw new ProtoFault('too many enum values')
  }
  if (Object.keys(values).length === 0) throw new ProtoFault(`${place} is an empty enum`)
  return values
}

function nodeOf(input: unknown, path: string[], count: Count): CleanNode | null {
  const place = path.join('.')
  const node = recordOf(input, place)
  count.types += 1
  if (count.types > PROTO_LIMITS.maxTypes) throw new ProtoFault(`more than ${PROTO_LIMITS.maxTypes} types`)
  if (node.values !== undefined) {
    const values = valuesOf(node.values, place, count)
    return {
      values,
      ...optionsOf(node.options),
      ...commentOf(node.comment),
      ...commentsOf(node.comments, values),
    }
  }
  if (node.fields !== undefined) {
    const leftOut = leftOutOf(node.fields, path, count)
    const fields = fieldsOf(node.fields, place, count)
    count.messages.push(place)
    const nested = nestedOf(node.nested, path, count)
    for (const name of Object.keys(nested)) {
      if (Object.hasOwn(fields, name)) throw new ProtoFault(`${place}.${name} is a field and a type`)
    }
    const oneofs = oneofsOf(node.oneofs, { fields, leftOut }, `${place}.oneofs`)
    const told = leftOut.length === 0 ? {} : { leftOut }
    return { fields, oneofs, nested, ...optionsOf(node.options), ...commentOf(node.comment), ...told }
  }
  if (node.methods !== undefined) {
    return { methods: methodsOf(node.methods, `${place}.methods`, count), ...commentOf(node.comment) }
  }
  // Extensions carry nothing the console needs.
  return node.nested === undefined ? null : { nested: nestedOf(node.nested, path, count) }
}

function nestedOf(input: unknown, path: string[], count: Count): CleanNested {
  if (path.length >= PROTO_LIMITS.maxDepth)
    throw new ProtoFault(`${path.slice(0, 8).join('.')}… is nested too deep`)
  const nested: CleanNested = {}
  for (const [name, child] of entriesOf(input, path.join('.') || 'nested')) {
    const node = nodeOf(child, [...path, name], count)
    if (node) nested[name] = node
  }
  return nested
}

/**
 * Checks `nested` of a proto answer and rebuilds it; `messages` are the full names of its messages. `leftOut` tells
 * what was taken out of the answer before, by paths that begin with `nested`.
 */
export function checkProto(nested: unknown, leftOut: readonly LeftOut[] = []): CheckedProto {
  try {
    const limits = { maxDepth: PROTO_LIMITS.maxDepth * 2 + 8, maxNodes: PROTO_LIMITS.maxNodes }
    const fault = plainJsonFault(nested, limits, () => undefined)
    if (fault !== null) throw new ProtoFault(fault)
    const count: Count = { types: 0, fields: 0, values: 0, messages: [], leftOut }
    const clean = nestedOf(nested, [], count)
    if (count.messages.length === 0) throw new ProtoFault('there is no message')
    dropLostMethods(clean, new Set(count.messages))
    return { ok: true, nested: clean, messages: count.messages }
  } catch (error) {
    if (error instanceof ProtoFault) return { ok: false, reason: error.message }
    throw error
  }
}
