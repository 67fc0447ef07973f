import { defaultOf } from '../schema/lookup.ts'
import type { FieldType } from '../schema/types.ts'

/** The JSON object of a message while it is read. */
export type Target = Record<string, unknown>

/** Sets an own property whatever its name is. */
function setOwn(target: Target, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  } else target[name] = value
}

function ownOf(target: Target, field: FieldType): unknown {
  if (field.isOddName && !Object.hasOwn(target, field.name)) return undefined
  return target[field.name]
}

/** Which member of each oneof stands: looking at all members for each one read would be slow for hostile bytes. */
const standing = new WeakMap<Target, Map<string, string>>()

/** Of the members of a oneof the last one on the wire stands. */
function clearOther(target: Target, { oneof, name }: FieldType): void {
  let members = standing.get(target)
  if (members === undefined) standing.set(target, (members = new Map()))
  const other = members.get(oneof!)
  if (other === name) return
  if (other !== undefined) Reflect.deleteProperty(target, other)
  members.set(oneof!, name)
}

export function put(target: Target, field: FieldType, value: unknown): void {
  if (field.label === 'repeated') {
    const list = ownOf(target, field)
    if (Array.isArray(list)) list.push(value)
    else setOwn(target, field.name, [value])
    return
  }
  if (field.oneof !== null) clearOther(target, field)
  setOwn(target, field.name, value)
}

/** The object a message is read into: pieces of one field are merged. */
export function startMessage(target: Target, field: FieldType): Target {
  if (field.label !== 'repeated') {
    const old = ownOf(target, field)
    if (typeof old === 'object' && old !== null) return old as Target
  }
  const message: Target = {}
  put(target, field, message)
  return message
}

export function putEntry(target: Target, field: FieldType, entry: Target): void {
  let map = ownOf(target, field) as Target | undefined
  if (map === undefined) setOwn(target, field.name, (map = {}))
  const [key, value] = field.entry!.fields
  setOwn(map, String(entry.key ?? defaultOf(key!)), entry.value ?? defaultOf(value!))
}
