/** Scalars of the format, in the order of `SCALAR_CODES`. */
export type Scalar =
  | 'double'
  | 'float'
  | 'int32'
  | 'uint32'
  | 'sint32'
  | 'fixed32'
  | 'sfixed32'
  | 'int64'
  | 'uint64'
  | 'sint64'
  | 'fixed64'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes'

/** A small number for each kind of value: the reader and the writer switch on it. */
export const CODE = {
  double: 1,
  float: 2,
  int32: 3,
  uint32: 4,
  sint32: 5,
  fixed32: 6,
  sfixed32: 7,
  int64: 8,
  uint64: 9,
  sint64: 10,
  fixed64: 11,
  sfixed64: 12,
  bool: 13,
  string: 14,
  bytes: 15,
  enum: 16,
  message: 17,
  map: 18,
} as const
export type Code = (typeof CODE)[keyof typeof CODE]

/** Name of a scalar by its code. */
export const SCALAR_NAMES: ReadonlyMap<Code, string> = new Map(
  Object.entries(CODE).map(([name, code]) => [code, name]),
)

const SCALARS: ReadonlySet<string> = new Set(
  Object.keys(CODE).filter((name) => !['enum', 'message', 'map'].includes(name)),
)

export function isScalar(type: string): type is Scalar {
  return SCALARS.has(type)
}

export const WIRE = { varint: 0, fixed64: 1, delimited: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const

/** The wire type of one value of a code, packed or not. */
export function wireTypeOf(code: Code): number {
  if (code === CODE.double || code === CODE.fixed64 || code === CODE.sfixed64) return WIRE.fixed64
  if (code === CODE.float || code === CODE.fixed32 || code === CODE.sfixed32) return WIRE.fixed32
  if (code === CODE.string || code === CODE.bytes || code >= CODE.message) return WIRE.delimited
  return WIRE.varint
}

export interface FieldType {
  name: string
  number: number
  kind: 'scalar' | 'enum' | 'message' | 'map'
  /** A scalar, or the full name of a message or an enum; of a map the type of its values. */
  type: string
  /** Only of a map. */
  keyType: Scalar | null
  label: 'optional' | 'required' | 'repeated'
  /** How the writer writes a list; the reader takes both ways. */
  isPacked: boolean
  /** Between a start and an end tag instead of behind a length. */
  isGroup: boolean
  /** Whether absent differs from the default: fields without it are not written when they have their default. */
  hasPresence: boolean
  /** `optional` of proto3, which a descriptor keeps as a oneof of one member. */
  isProto3Optional: boolean
  /** Whether readers refuse a text that is no UTF-8; proto2 takes any bytes. */
  isUtf8Checked: boolean
  oneof: string | null
  isDeprecated: boolean
  /** As declared: text, number or true and false. */
  default: string | number | boolean | null
  comment: string
  message: MessageType | null
  enum: EnumType | null
  /** Of a map: its entries as messages with the fields `key` and `value`. */
  entry: MessageType | null
  /** Of one value; of a map CODE.map. */
  code: Code
  /** What the node of one value says: a scalar, `enum`, `message`, `group` or `map`. */
  takenAs: string
  /** Of one value that is not packed. */
  wireType: number
  /** Names like `__proto__` and `toString`, which a plain assignment would not write or would read from elsewhere. */
  isOddName: boolean
}

export interface MessageType {
  fullName: string
  name: string
  /** Full name of the package or of the message it stands in; empty at the top. */
  scope: string
  /** In the order of the definition. */
  fields: readonly FieldType[]
  byNumber: ReadonlyMap<number, FieldType>
  byName: ReadonlyMap<string, FieldType>
  /** The first numbers again: most fields are found here without a hash. */
  low: readonly (FieldType | undefined)[]
  /** In the order of their numbers, as they are written. */
  sorted: readonly FieldType[]
  /** Names of required fields. */
  required: readonly string[]
  /** Members by name of the oneof; `optional` of proto3 is none. */
  oneofs: ReadonlyMap<string, readonly string[]>
  /** Both ends belong to a range. */
  reservedNumbers: readonly (readonly [number, number])[]
  reservedNames: readonly string[]
  isDeprecated: boolean
  comment: string
  /** Names of fields that were taken out of the definition before it came here. */
  leftOut: readonly string[]
}

export interface EnumValue {
  name: string
  number: number
  comment: string
  isDeprecated: boolean
}

export interface EnumType {
  fullName: string
  name: string
  scope: string
  values: readonly EnumValue[]
  /** The first name of each number. */
  names: ReadonlyMap<number, string>
  numbers: ReadonlyMap<string, number>
  /** Closed enums of proto2 have no other numbers. */
  isClosed: boolean
  isDeprecated: boolean
  comment: string
}

export interface ProtoSchema {
  messages: ReadonlyMap<string, MessageType>
  enums: ReadonlyMap<string, EnumType>
}
