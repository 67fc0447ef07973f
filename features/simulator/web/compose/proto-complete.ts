import type { FieldType, MessageType } from '@qd/proto-wire'
import type { JsonOption, JsonPlace } from '@qd/web-json'

function inner(field: FieldType): FieldType {
  return field.kind === 'map' ? (field.entry?.byName.get('value') ?? field) : field
}

/** What stands at a path of the text: a message, or a field whose list, map or value it is. */
function stepsDown(
  type: MessageType,
  path: readonly string[],
): { message: MessageType } | { field: FieldType; isWhole: boolean } | null {
  let message: MessageType | null = type
  for (let at = 0; at < path.length; at += 1) {
    const field: FieldType | undefined = message?.byName.get(path[at] ?? '')
    if (field === undefined) return null
    const holdsMany = field.kind === 'map' || field.label === 'repeated'
    if (holdsMany && at + 1 === path.length) return { field, isWhole: true }
    if (holdsMany) at += 1
    message = inner(field).message
    if (message === null) return at + 1 >= path.length ? { field: inner(field), isWhole: false } : null
  }
  return message === null ? null : { message }
}

function valueOf(field: FieldType, isWhole: boolean): string {
  if (isWhole) return field.kind === 'map' ? '{}' : '[]'
  if (field.message !== null) return '{}'
  if (field.enum !== null) return JSON.stringify(field.enum.values[0]?.name ?? '')
  if (field.type === 'bool') return 'false'
  return field.type === 'string' || field.type === 'bytes' || field.type.endsWith('64') ? '""' : '0'
}

const isMany = (field: FieldType): boolean => field.kind === 'map' || field.label === 'repeated'

function keyOptions(message: MessageType, taken: ReadonlySet<string>, hasColon: boolean): JsonOption[] {
  return message.fields
    .filter(({ name }) => !taken.has(name))
    .map((field) => ({
      label: JSON.stringify(field.name),
      shown: field.name,
      detail: [isMany(field) ? `${field.type}[]` : field.type, field.comment].filter(Boolean).join(' · '),
      apply: hasColon
        ? JSON.stringify(field.name)
        : `${JSON.stringify(field.name)}: ${valueOf(field, isMany(field))}`,
    }))
}

function valueOptions(field: FieldType, isWhole: boolean, variables: readonly string[]): JsonOption[] {
  const own = inner(field)
  if (isWhole) return [{ label: valueOf(field, true) }]
  if (own.message !== null) return [{ label: '{}' }]
  const named = variables.map((name) => ({ label: JSON.stringify(`{{${name}}}`), shown: `{{${name}}}` }))
  if (own.enum !== null) {
    const values = own.enum.values.map(({ name, number, comment }) => ({
      label: JSON.stringify(name),
      shown: name,
      detail: [String(number), comment].filter(Boolean).join(' · '),
    }))
    return [...values, ...named]
  }
  const plain = own.type === 'bool' ? [{ label: 'true' }, { label: 'false' }] : []
  return [...plain, ...named]
}

/** What fits at a place of a request's JSON: fields with their comments, enum values, variables. */
export function protoOptions(
  type: MessageType,
  place: JsonPlace,
  hasColon: boolean,
  variables: readonly string[],
): JsonOption[] {
  if (place.at === 'key') {
    const at = stepsDown(type, place.path)
    return at !== null && 'message' in at ? keyOptions(at.message, place.taken, hasColon) : []
  }
  const path = place.key === null ? place.path : [...place.path, place.key]
  const at = stepsDown(type, path)
  if (at === null) return []
  return 'message' in at ? [{ label: '{}' }] : valueOptions(at.field, at.isWhole, variables)
}
