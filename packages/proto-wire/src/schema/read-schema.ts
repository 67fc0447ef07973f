import { collectTypes, entriesOf, typeFinder } from './collect-types.ts'
import type { Loose, RawExtension, RawType } from './collect-types.ts'
import { SCHEMA_LIMITS } from './limits.ts'
import { commentOf, messageOf, optionsOf, readField, readOneofs } from './read-field.ts'
import type { FieldPlace, Found } from './read-field.ts'
import { SchemaError } from './schema-fault.ts'
import type { SchemaFaultReason } from './schema-fault.ts'
import type { EnumType, EnumValue, FieldType, MessageType, ProtoSchema } from './types.ts'

export type ReadSchema =
  | { ok: true; schema: ProtoSchema }
  | { ok: false; path: string; reason: SchemaFaultReason; found: string }

interface Count {
  fields: number
  values: number
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

function rangesOf(value: unknown): [number, number][] {
  if (!Array.isArray(value)) return []
  return value
    .slice(0, SCHEMA_LIMITS.maxReserved)
    .filter(
      (item): item is [number, number] =>
        Array.isArray(item) && item.length >= 2 && item.every((end) => typeof end === 'number'),
    )
    .map(([from, to]) => [from, to])
}

function readEnum({ fullName, name, scope, node, features }: RawType, count: Count): EnumType {
  const comments = new Map(Object.entries((node.comments ?? {}) as object))
  const options = new Map(Object.entries((node.valuesOptions ?? {}) as object))
  const values = entriesOf(node.values, fullName).map(([value, number]): EnumValue => {
    if (typeof number !== 'number' || (number | 0) !== number) {
      throw new SchemaError(`${fullName}.${value}`, 'bad_enum_value', String(number))
    }
    count.values += 1
    if (count.values > SCHEMA_LIMITS.maxEnumValues) throw new SchemaError(fullName, 'too_many_values')
    const told = options.get(value) as Loose | null | undefined
    return {
      name: value,
      number,
      comment: commentOf(comments.get(value)),
      isDeprecated: told?.deprecated === true,
    }
  })
  if (values.length === 0) throw new SchemaError(fullName, 'empty_enum')
  // Backwards, so that of two names the first stands.
  const names = new Map(values.toReversed().map((value) => [value.number, value.name]))
  return {
    fullName,
    name,
    scope,
    values,
    names,
    numbers: new Map(values.map((value) => [value.name, value.number])),
    isClosed: features.enumType === 'CLOSED',
    isDeprecated: optionsOf(node).deprecated === true,
    comment: commentOf(node.comment),
  }
}

function fieldsIn(raw: RawType, extensions: readonly RawExtension[], find: Finder, count: Count) {
  const fields: FieldType[] = []
  const numbers = new Set<number>()
  const add = (name: string, input: unknown, place: FieldPlace) => {
    const field = readField(name, input, place)
    if (numbers.has(field.number)) throw new SchemaError(place.path, 'number_twice', String(field.number))
    numbers.add(field.number)
    fields.push(field)
    count.fields += 1
    if (count.fields > SCHEMA_LIMITS.maxFields) throw new SchemaError(place.path, 'too_many_fields')
  }
  const within = (scope: string) => (type: string, path: string) => find(type, scope, path)
  for (const [name, input] of entriesOf(raw.node.fields, raw.fullName)) {
    const path = `${raw.fullName}.${name}`
    add(name, input, { path, features: raw.features, find: within(raw.fullName) })
  }
  for (const { name, scope, node, features } of extensions) {
    add(name, node, { path: `${raw.fullName}.${name}`, features, find: within(scope) })
    fields.at(-1)!.hasPresence = fields.at(-1)!.label !== 'repeated'
  }
  return fields
}

type Finder = (type: string, scope: string, path: string) => Found

function fillMessage(message: MessageType, raw: RawType, fields: readonly FieldType[]): void {
  const { node, fullName } = raw
  const leftOut = textsOf(node.leftOut)
  Object.assign(message, messageOf(raw, fields), {
    reservedNumbers: rangesOf(node.reserved),
    reservedNames: textsOf(node.reserved),
    isDeprecated: optionsOf(node).deprecated === true,
    comment: commentOf(node.comment),
    leftOut,
  })
  message.oneofs = readOneofs(node.oneofs, message.byName, { path: fullName, leftOut })
}

function read(nested: unknown): ProtoSchema {
  const raw = collectTypes(nested)
  const count = { fields: 0, values: 0 }
  const enums = new Map([...raw.enums].map(([name, type]) => [name, readEnum(type, count)]))
  // All messages stand before their fields are read: a field points at its type.
  const messages = new Map([...raw.messages].map(([name, type]) => [name, messageOf(type, [])]))
  const nameOf = typeFinder(raw)
  const find: Finder = (type, scope, path) => {
    const fullName = nameOf(type, scope)
    if (fullName === null) throw new SchemaError(path, 'unknown_type', type)
    return {
      fullName,
      message: messages.get(fullName) ?? null,
      enum: enums.get(fullName) ?? null,
      isGroup: raw.messages.get(fullName)?.node.group === true,
    }
  }
  const extensionsOf = new Map<string, RawExtension[]>()
  for (const extension of raw.extensions) {
    const { extend } = extension.node
    const target = typeof extend === 'string' ? nameOf(extend, extension.scope) : null
    // Extensions of what is not here, as of options, change no message.
    if (target === null) continue
    const same = extensionsOf.get(target)
    if (same) same.push(extension)
    else extensionsOf.set(target, [extension])
  }
  for (const [name, type] of raw.messages) {
    const fields = fieldsIn(type, extensionsOf.get(name) ?? [], find, count)
    fillMessage(messages.get(name)!, type, fields)
  }
  return { messages, enums }
}

/** The model of a protobuf.js JSON descriptor (`nested` of the game's answer), or why there is none. Runs no code. */
export function readSchema(json: { nested?: unknown }): ReadSchema {
  try {
    return { ok: true, schema: read(json.nested) }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return { ok: false, path: error.path, reason: error.reason, found: error.found }
  }
}
