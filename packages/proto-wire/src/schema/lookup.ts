import { base64Of } from '../bytes/base64.ts'
import type { EnumType, FieldType, MessageType, ProtoSchema } from './types.ts'

/** A message by full name with or without a dot in front, or by its last name when only one has it. */
export function findMessage(schema: ProtoSchema, name: string): MessageType | null {
  return find(schema.messages, name)
}

export function findEnum(schema: ProtoSchema, name: string): EnumType | null {
  return find(schema.enums, name)
}

function find<T>(types: ReadonlyMap<string, T>, name: string): T | null {
  const bare = name.startsWith('.') ? name.slice(1) : name
  const exact = types.get(bare)
  if (exact !== undefined || bare === '') return exact ?? null
  const ends = [...types.keys()].filter((full) => full.endsWith(`.${bare}`))
  return ends.length === 1 ? types.get(ends[0]!)! : null
}

/** The fields of a message in the order of the definition; none for an unknown message. */
export function fieldsOf(schema: ProtoSchema, name: string): readonly FieldType[] {
  return findMessage(schema, name)?.fields ?? []
}

/** What an absent field counts as: null for messages and for fields that tell absent from default. */
export function defaultOf(field: FieldType): unknown {
  if (field.kind === 'map') return {}
  if (field.label === 'repeated') return []
  if (field.message !== null) return null
  const { default: said } = field
  if (field.enum !== null) return enumDefault(field.enum, said)
  switch (field.type) {
    case 'string':
      return typeof said === 'string' ? said : ''
    case 'bytes':
      return typeof said === 'string' ? base64Of(bytesOfDefault(said)) : ''
    case 'bool':
      return said === true || said === 'true'
    case 'double':
    case 'float':
      return said === null ? 0 : floatDefault(said)
    default:
      return field.type.endsWith('64') ? longDefault(field.type, said) : Number(said ?? 0)
  }
}

/** Descriptors keep the bytes of a default as a text with a sign for each; what is written out there is UTF-8. */
function bytesOfDefault(said: string): Uint8Array {
  const isOfBytes = Array.from(said).every((sign) => sign.charCodeAt(0) < 256)
  return isOfBytes ? Uint8Array.from(said, (sign) => sign.charCodeAt(0)) : new TextEncoder().encode(said)
}

/** A number beyond 2^53 has been rounded in the descriptor: the largest of its type would be out of range. */
function longDefault(type: string, said: FieldType['default']): string {
  if (typeof said !== 'number' || !Number.isInteger(said) || Number.isSafeInteger(said))
    return String(said ?? 0)
  const isSigned = !type.startsWith('u') && !type.startsWith('f')
  const [min, max] = isSigned ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n]
  const value = BigInt(said)
  return String(value < min ? min : value > max ? max : value)
}

function enumDefault(type: EnumType, said: FieldType['default']): string | number {
  if (typeof said === 'string' && type.numbers.has(said)) return said
  if (typeof said === 'number') return type.names.get(said) ?? said
  return type.values[0]!.name
}

function floatDefault(said: string | number | boolean): number | string {
  const number = said === 'inf' ? Infinity : said === '-inf' ? -Infinity : Number(said)
  return Number.isFinite(number) ? number : String(number)
}
