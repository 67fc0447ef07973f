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
      return typeof said === 'string' ? said : ''
    case 'bool':
      return said === true || said === 'true'
    case 'double':
    case 'float':
      return said === null ? 0 : floatDefault(said)
    default:
      return field.type.endsWith('64') ? String(said ?? 0) : Number(said ?? 0)
  }
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
