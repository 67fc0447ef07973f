import type { FieldType, MessageType } from '@qd/proto-wire'

/** What a definition says of a value; `free`: nothing. */
export type Known =
  | { as: 'free' }
  | { as: 'scalar'; field: FieldType }
  | { as: 'list'; field: FieldType }
  | { as: 'map'; entry: MessageType }
  | { as: 'message'; type: MessageType }

export const FREE: Known = { as: 'free' }

export function knownType(type: MessageType | null): Known {
  return type === null ? FREE : { as: 'message', type }
}

/** `isItem`: of one value of a list. */
export function knownField(field: FieldType | undefined, isItem = false): Known {
  if (field === undefined) return FREE
  if (field.entry !== null) return { as: 'map', entry: field.entry }
  if (field.label === 'repeated' && !isItem) return { as: 'list', field }
  return field.message === null ? { as: 'scalar', field } : { as: 'message', type: field.message }
}

/** Of the values of a list. */
export function knownItem(known: Known): Known {
  return known.as === 'list' ? knownField(known.field, true) : FREE
}

/** Of the value under a key. */
export function knownUnder(known: Known, key: string): Known {
  if (known.as === 'map') return knownField(known.entry.byName.get('value'), true)
  return known.as === 'message' ? knownField(known.type.byName.get(key)) : FREE
}

/** Of the keys of a map. */
export function knownKey(known: Known): Known {
  return known.as === 'map' ? knownField(known.entry.byName.get('key'), true) : FREE
}

/** Whole numbers that JSON cannot hold are written as their digits. */
export function isWideDigits(text: string): boolean {
  return /^-?[1-9]\d{15,19}$/.test(text) && !Number.isSafeInteger(Number(text)) && isInt64(BigInt(text))
}

export function isInt64(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 64n
}

/** Objects with one of these alone stand for a value that JSON has no form for. */
const MARKS = ['$bytes', '$int', '$float', '$text', '$time', '$ext', '$map', '$value'] as const
export type Mark = (typeof MARKS)[number]

export function markOf(keys: readonly string[]): Mark | null {
  const [key = ''] = keys
  return keys.length === 1 && MARKS.includes(key as Mark) ? (key as Mark) : null
}
