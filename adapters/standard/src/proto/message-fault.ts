import protobuf from 'protobufjs/light.js'

export interface MessageFault {
  /** Dotted place in the body. */
  field: string
  reason: string
}

const INT_TEXT = /^-?\d{1,20}$/
const INT_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  sint32: [-(2n ** 31n), 2n ** 31n - 1n],
  sfixed32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  fixed32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  sint64: [-(2n ** 63n), 2n ** 63n - 1n],
  sfixed64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  fixed64: [0n, 2n ** 64n - 1n],
}
const MAX_DEPTH = 64

function isInt(value: unknown, [min, max]: readonly [bigint, bigint]): boolean {
  const isExact =
    typeof value === 'number'
      ? Number.isSafeInteger(value)
      : typeof value === 'string' && INT_TEXT.test(value)
  if (!isExact) return false
  const exact = BigInt(value as number | string)
  return exact >= min && exact <= max
}

function isScalar(type: string, value: unknown): boolean {
  const range = INT_RANGES[type]
  if (range) return isInt(value, range)
  if (type === 'double' || type === 'float') return typeof value === 'number'
  if (type === 'bool') return typeof value === 'boolean'
  return typeof value === 'string'
}

function isEnumValue(values: Readonly<Record<string, number>>, value: unknown): boolean {
  if (typeof value === 'string') return Object.hasOwn(values, value)
  return isInt(value, INT_RANGES.int32!)
}

function singleFault(
  field: protobuf.Field,
  value: unknown,
  place: string,
  depth: number,
): MessageFault | null {
  const { resolvedType } = field
  if (resolvedType instanceof protobuf.Type) return messageFault(resolvedType, value, place, depth + 1)
  const isRight = resolvedType ? isEnumValue(resolvedType.values, value) : isScalar(field.type, value)
  return isRight ? null : { field: place, reason: `is no ${field.type}` }
}

function fieldFault(
  field: protobuf.Field,
  value: unknown,
  place: string,
  depth: number,
): MessageFault | null {
  if (value === undefined || value === null) return null
  if (field.map) {
    if (typeof value !== 'object' || Array.isArray(value)) return { field: place, reason: 'is no map' }
    for (const [key, inner] of Object.entries(value)) {
      const fault = singleFault(field, inner, `${place}.${key}`, depth)
      if (fault) return fault
    }
    return null
  }
  if (!field.repeated) return singleFault(field, value, place, depth)
  if (!Array.isArray(value)) return { field: place, reason: 'is no list' }
  for (const [index, inner] of value.entries()) {
    const fault = singleFault(field, inner, `${place}.${index}`, depth)
    if (fault) return fault
  }
  return null
}

/** Why a JSON body does not fit a message, or null: protobuf.js alone would turn wrong values into zeros. */
export function messageFault(
  type: protobuf.Type,
  value: unknown,
  place: string,
  depth = 0,
): MessageFault | null {
  if (depth > MAX_DEPTH) return { field: place, reason: `is nested deeper than ${MAX_DEPTH}` }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { field: place, reason: `is no ${type.name}` }
  }
  for (const [name, inner] of Object.entries(value)) {
    const innerPlace = place === '' ? name : `${place}.${name}`
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
    if (!field) return { field: innerPlace, reason: `is no field of ${type.name}` }
    const fault = fieldFault(field.resolve(), inner, innerPlace, depth)
    if (fault) return fault
  }
  return null
}
