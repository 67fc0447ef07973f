import { defaultOf, findMessage } from '../schema/lookup.ts'
import type { FieldType, MessageType, ProtoSchema } from '../schema/types.ts'

const MAX_DEPTH = 6
/** Of one example: messages that hold many messages grow fast. */
const MAX_FIELDS = 300

interface Room {
  left: number
  open: Set<MessageType>
}

function scalarExample(field: FieldType): unknown {
  if (field.default !== null) return defaultOf(field)
  if (field.enum !== null)
    return (field.enum.values.find(({ number }) => number !== 0) ?? field.enum.values[0]!).name
  switch (field.type) {
    case 'string':
      return 'text'
    case 'bytes':
      return 'AQID'
    case 'bool':
      return true
    case 'double':
    case 'float':
      return 1.5
    default:
      return field.type.endsWith('64') ? '1' : 1
  }
}

/** Undefined where the example ends: a message inside itself, or too much already. */
function one(field: FieldType, room: Room): unknown {
  if (field.message === null) return scalarExample(field)
  if (room.open.has(field.message)) return undefined
  const isFull = room.open.size >= MAX_DEPTH || room.left <= 0
  if (isFull && field.label !== 'required') return undefined
  return messageExample(field.message, room)
}

function keyExample(keyType: string): string {
  return keyType === 'string' ? 'key' : keyType === 'bool' ? 'true' : '1'
}

function fieldExample(field: FieldType, room: Room): unknown {
  const value = field.kind === 'map' ? one(field.entry!.fields[1]!, room) : one(field, room)
  if (value === undefined) return undefined
  if (field.kind === 'map') return { [keyExample(field.keyType!)]: value }
  return field.label === 'repeated' ? [value] : value
}

/** Of each oneof the first member that is no message around it. */
function isChosen(field: FieldType, type: MessageType, room: Room): boolean {
  if (field.oneof === null) return true
  const members = type.oneofs.get(field.oneof)!.map((name) => type.byName.get(name)!)
  return members.find(({ message }) => message === null || !room.open.has(message)) === field
}

function messageExample(type: MessageType, room: Room): Record<string, unknown> {
  room.open.add(type)
  const fields = type.fields.filter((field) => isChosen(field, type, room))
  const values = new Map<FieldType, unknown>()
  // Messages come last, so that a large one leaves room for what stands beside it.
  for (const field of fields.toSorted((a, b) => Number(isDeep(a)) - Number(isDeep(b)))) {
    if (room.left <= 0 && field.label !== 'required') continue
    room.left -= 1
    const value = fieldExample(field, room)
    if (value === undefined) room.left += 1
    else values.set(field, value)
  }
  room.open.delete(type)
  const given = fields.filter((field) => values.has(field))
  return Object.fromEntries(given.map((field) => [field.name, values.get(field)]))
}

function isDeep(field: FieldType): boolean {
  return field.message !== null
}

/** JSON of a message with a value in each field, one member of each oneof; null for an unknown message. */
export function exampleOf(schema: ProtoSchema, name: string): Record<string, unknown> | null {
  const type = findMessage(schema, name)
  return type && messageExample(type, { left: MAX_FIELDS, open: new Set() })
}
