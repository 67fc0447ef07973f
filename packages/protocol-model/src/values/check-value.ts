import { parseDataProvider } from '../definition/data-provider.ts'
import { exactInt, INT64_MAX } from './int64.ts'
import { isForbiddenKey, isPlainObject, ownValue } from '../definition/names.ts'
import { textBelow } from '../changes/path-text.ts'
import type { Field, ProtocolDefinition } from '../definition/protocol-definition.ts'
import { elementKeyOf, fieldNode } from '../types.ts'
import type { DataNode, ScalarType } from '../types.ts'

export type ChangeFaultCode =
  | 'unknown_diff'
  | 'unknown_path'
  | 'key_required'
  | 'key_not_allowed'
  | 'key_mismatch'
  | 'key_fixed'
  | 'bad_op'
  | 'old_required'
  | 'value_required'
  | 'wrong_type'
  | 'out_of_int64'
  | 'below_min'
  | 'above_max'
  | 'too_long'
  | 'control_character'
  | 'not_a_choice'
  | 'duplicate_key'
  | 'too_deep'
  | 'left_out'
  | 'wrong_encoding'

/** Why a change cannot be made: `field` is the place as `pathText`, `detail` the value the rule names (a limit, a type). */
export interface ChangeFault {
  code: ChangeFaultCode
  field: string
  detail: string
}

const MAX_VALUE_DEPTH = 32

/** Line breaks and tabs are text; every other control character, and half of a surrogate pair, is damage. */
const CONTROL = /[^\P{Cc}\n\r\t]/u

/** Canonical base64 with its padding: the same bytes have one text. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/

function intFault(value: unknown, field: Field, place: string): ChangeFault | null {
  const exact = exactInt(value)
  if (exact === null) {
    const looksWhole = typeof value === 'string' ? /^-?\d+$/.test(value) : Number.isInteger(value)
    return { code: looksWhole ? 'out_of_int64' : 'wrong_type', field: place, detail: 'int' }
  }
  const min = boundary(field.min, Math.ceil)
  const max = boundary(field.max, Math.floor)
  // Only a field that says so goes on to the end of unsigned 64 bits.
  if (exact > INT64_MAX && (max ?? 0n) <= INT64_MAX) {
    return { code: 'out_of_int64', field: place, detail: 'int' }
  }
  if (min !== null && exact < min) return { code: 'below_min', field: place, detail: String(field.min) }
  if (max !== null && exact > max) return { code: 'above_max', field: place, detail: String(field.max) }
  return null
}

function boundary(bound: Field['min'], round: (value: number) => number): bigint | null {
  if (bound === undefined) return null
  return BigInt(typeof bound === 'number' ? round(bound) : bound)
}

function floatFault(value: unknown, field: Field, place: string): ChangeFault | null {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { code: 'wrong_type', field: place, detail: 'float' }
  if (field.min !== undefined && value < Number(field.min)) {
    return { code: 'below_min', field: place, detail: String(field.min) }
  }
  if (field.max !== undefined && value > Number(field.max)) {
    return { code: 'above_max', field: place, detail: String(field.max) }
  }
  return null
}

function stringFault(value: unknown, field: Field, place: string): ChangeFault | null {
  if (typeof value !== 'string') return { code: 'wrong_type', field: place, detail: 'string' }
  if (CONTROL.test(value) || !value.isWellFormed())
    return { code: 'control_character', field: place, detail: '' }
  if (field.encoding === 'base64' && !BASE64.test(value)) {
    return { code: 'wrong_encoding', field: place, detail: field.encoding }
  }
  const bytes = new TextEncoder().encode(value).length
  if (field.maxBytes !== undefined && bytes > field.maxBytes) {
    return { code: 'too_long', field: place, detail: String(field.maxBytes) }
  }
  return null
}

const SCALAR_FAULTS: Record<ScalarType, typeof intFault> = {
  int: intFault,
  float: floatFault,
  string: stringFault,
}

function choiceFault(value: unknown, field: Field, place: string): ChangeFault | null {
  const provider = field.dataProvider === undefined ? null : parseDataProvider(field.dataProvider)
  if (provider?.kind !== 'enum') return null
  const isChoice = provider.choices.some((choice) => String(choice.value) === String(value))
  return isChoice ? null : { code: 'not_a_choice', field: place, detail: String(value) }
}

function listFault(
  protocol: ProtocolDefinition,
  node: Extract<DataNode, { kind: 'list' }>,
  at: Required<ValueAt>,
): ChangeFault | null {
  if (!Array.isArray(at.value)) return { code: 'wrong_type', field: at.place, detail: 'array' }
  const key = elementKeyOf(node)
  const seen = new Set<string>()
  for (const [index, element] of at.value.entries()) {
    const place = textBelow(at.place, index)
    const fault = checkValue(protocol, node.item, { value: element, place, depth: at.depth + 1 })
    if (fault) return fault
    if (key === '') continue
    const elementKey = isPlainObject(element) ? ownValue(element, key) : undefined
    if (elementKey === undefined) return { code: 'key_required', field: textBelow(place, key), detail: key }
    if (seen.has(String(elementKey)))
      return { code: 'duplicate_key', field: place, detail: String(elementKey) }
    seen.add(String(elementKey))
  }
  return null
}

function objectFault(
  protocol: ProtocolDefinition,
  node: Extract<DataNode, { kind: 'object' }>,
  at: Required<ValueAt>,
): ChangeFault | null {
  if (!isPlainObject(at.value)) return { code: 'wrong_type', field: at.place, detail: node.info.name }
  for (const [name, inner] of Object.entries(at.value)) {
    const place = textBelow(at.place, name)
    const field = node.info.fields.find(({ fieldName }) => fieldName === name)
    const innerNode = field && !isForbiddenKey(name) ? fieldNode(protocol, field) : null
    if (!innerNode) return { code: 'unknown_path', field: place, detail: name }
    const fault = checkValue(protocol, innerNode, { value: inner, place, depth: at.depth + 1 })
    if (fault) return fault
  }
  return null
}

interface ValueAt {
  value: unknown
  /** As `pathText`, for the fault. */
  place: string
  depth?: number
}

/** Why the value cannot stand at the node, or null. A table's node checks one of its rows. */
export function checkValue(
  protocol: ProtocolDefinition,
  node: DataNode,
  { value, place, depth = 0 }: ValueAt,
): ChangeFault | null {
  if (depth > MAX_VALUE_DEPTH) return { code: 'too_deep', field: place, detail: String(MAX_VALUE_DEPTH) }
  const at = { value, place, depth }
  if (node.kind === 'list') return listFault(protocol, node, at)
  if (node.kind !== 'scalar') return objectFault(protocol, { kind: 'object', info: node.info }, at)
  return SCALAR_FAULTS[node.type](value, node.field, place) ?? choiceFault(value, node.field, place)
}
