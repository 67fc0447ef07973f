import { entriesOf, looseOf } from './collect-types.ts'
import type { Loose } from './collect-types.ts'
import { featuresOf } from './features.ts'
import type { Features } from './features.ts'
import { MAX_FIELD_NUMBER, SCHEMA_LIMITS } from './limits.ts'
import { SchemaError } from './schema-fault.ts'
import { CODE, isScalar, wireTypeOf } from './types.ts'
import type { Code, EnumType, FieldType, MessageType, Scalar } from './types.ts'

/** What a field's type name means, looked up from the message it stands in. */
export interface Found {
  message: MessageType | null
  enum: EnumType | null
  fullName: string
  /** The message is a group of proto2. */
  isGroup: boolean
}

export interface FieldPlace {
  path: string
  features: Features
  find(type: string, path: string): Found
}

const RULES: ReadonlySet<unknown> = new Set(['optional', 'required', 'repeated'])
const NO_KEYS: ReadonlySet<string> = new Set(['double', 'float', 'bytes'])

export function commentOf(comment: unknown): string {
  return typeof comment === 'string' ? comment.slice(0, SCHEMA_LIMITS.maxComment) : ''
}

export function optionsOf(node: Loose): Loose {
  return typeof node.options === 'object' && node.options !== null ? (node.options as Loose) : {}
}

function isOdd(name: string): boolean {
  return name in Object.prototype
}

const bare = (name: string, number: number): FieldType => ({
  name,
  number,
  kind: 'scalar',
  type: 'bytes',
  keyType: null,
  label: 'optional',
  isPacked: false,
  isGroup: false,
  hasPresence: false,
  isProto3Optional: false,
  isUtf8Checked: true,
  oneof: null,
  isDeprecated: false,
  default: null,
  comment: '',
  message: null,
  enum: null,
  entry: null,
  code: CODE.bytes,
  takenAs: 'bytes',
  wireType: 2,
  isOddName: isOdd(name),
})

/** Gives whether the type is a group of proto2. */
function setType(field: FieldType, type: string, place: FieldPlace): boolean {
  field.type = type
  let code: Code
  let isGroup = false
  if (isScalar(type)) code = CODE[type]
  else {
    const found = place.find(type, place.path)
    field.type = found.fullName
    isGroup = found.isGroup
    field.message = found.message
    field.enum = found.enum
    field.kind = found.message ? 'message' : 'enum'
    code = found.message ? CODE.message : CODE.enum
  }
  field.code = code
  field.takenAs = field.kind === 'scalar' ? type : field.kind
  field.wireType = wireTypeOf(code)
  return isGroup
}

function entryOf(field: FieldType, keyType: Scalar, place: FieldPlace): MessageType {
  const key = bare('key', 1)
  setType(key, keyType, place)
  const value = bare('value', 2)
  setType(value, field.type.includes('.') || !isScalar(field.type) ? `.${field.type}` : field.type, place)
  value.hasPresence = value.message !== null
  for (const part of [key, value]) part.isUtf8Checked = field.isUtf8Checked
  return messageOf({ fullName: `${place.path}.entry`, name: 'entry', scope: place.path }, [key, value])
}

/** Completes a message by what is looked up while bytes are read. */
export function messageOf(
  { fullName, name, scope }: Pick<MessageType, 'fullName' | 'name' | 'scope'>,
  fields: readonly FieldType[],
): MessageType {
  const low: (FieldType | undefined)[] = []
  for (const field of fields) {
    if (field.number >= 256) continue
    while (low.length <= field.number) low.push(undefined)
    low[field.number] = field
  }
  return {
    fullName,
    name,
    scope,
    fields,
    byNumber: new Map(fields.map((field) => [field.number, field])),
    byName: new Map(fields.map((field) => [field.name, field])),
    low,
    sorted: [...fields].sort((a, b) => a.number - b.number),
    required: fields.filter((field) => field.label === 'required').map((field) => field.name),
    oneofs: new Map(),
    reservedNumbers: [],
    reservedNames: [],
    isDeprecated: false,
    comment: '',
    leftOut: [],
  }
}

function defaultOf(value: unknown): FieldType['default'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function isPackable(code: Code): boolean {
  return code !== CODE.string && code !== CODE.bytes && code < CODE.message
}

/** One field of a descriptor; throws SchemaError. */
export function readField(name: string, input: unknown, place: FieldPlace): FieldType {
  const { path } = place
  const node = looseOf(input, path)
  const { id, type, rule, keyType } = node
  if (typeof type !== 'string' || type === '') throw new SchemaError(path, 'bad_type', String(type))
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > MAX_FIELD_NUMBER) {
    throw new SchemaError(path, 'bad_number', String(id))
  }
  if (rule !== undefined && !RULES.has(rule)) throw new SchemaError(path, 'bad_rule', String(rule))
  const features = featuresOf(node, place.features)
  const options = optionsOf(node)
  const field = bare(name, id)
  const isOldGroup = setType(field, type, place)
  field.isUtf8Checked = features.utf8 !== 'NONE'
  field.comment = commentOf(node.comment)
  field.isDeprecated = options.deprecated === true
  field.default = defaultOf(options.default)
  if (keyType !== undefined) {
    if (typeof keyType !== 'string' || !isScalar(keyType) || NO_KEYS.has(keyType)) {
      throw new SchemaError(path, 'bad_key_type', String(keyType))
    }
    field.keyType = keyType
    field.entry = entryOf(field, keyType, place)
    field.kind = 'map'
    field.takenAs = 'map'
    field.code = CODE.map
    field.wireType = 2
    return field
  }
  if (rule === 'repeated') field.label = 'repeated'
  else if (rule === 'required' || features.presence === 'LEGACY_REQUIRED') field.label = 'required'
  if (field.message !== null && (isOldGroup || features.encoding === 'DELIMITED')) {
    field.isGroup = true
    field.takenAs = 'group'
    field.wireType = 3
  }
  if (field.label === 'repeated' && isPackable(field.code)) {
    const said = options.packed
    field.isPacked = typeof said === 'boolean' ? said : features.repeated === 'PACKED'
  }
  field.hasPresence =
    field.label !== 'repeated' && (field.message !== null || features.presence !== 'IMPLICIT')
  return field
}

function isSingle({ kind, label }: FieldType): boolean {
  return kind !== 'map' && label !== 'repeated'
}

/** Marks the members of oneofs, and gives those that are no `optional` of proto3. */
export function readOneofs(
  input: unknown,
  byName: ReadonlyMap<string, FieldType>,
  { path, leftOut }: { path: string; leftOut: readonly string[] },
): Map<string, readonly string[]> {
  const oneofs = new Map<string, readonly string[]>()
  for (const [name, group] of entriesOf(input, `${path}.oneofs`)) {
    const listed = looseOf(group, `${path}.${name}`).oneof
    const members = Array.isArray(listed) ? listed.filter((member) => !leftOut.includes(String(member))) : []
    const fields = members.map((member) => (typeof member === 'string' ? byName.get(member) : undefined))
    if (!Array.isArray(listed) || fields.some((field) => field === undefined || !isSingle(field))) {
      throw new SchemaError(`${path}.${name}`, 'bad_oneof')
    }
    const [only] = fields
    if (fields.length === 1 && name === `_${only!.name}`) {
      only!.isProto3Optional = true
      only!.hasPresence = true
      continue
    }
    for (const field of fields) {
      field!.oneof = name
      field!.hasPresence = true
    }
    if (members.length > 0) oneofs.set(name, members as string[])
  }
  return oneofs
}
