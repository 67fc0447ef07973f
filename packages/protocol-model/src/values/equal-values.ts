import { isPlainObject, ownValue } from '../definition/names.ts'

/** Equal as game data: an int64 as text equals the number, absent equals null, order of keys does not count. */
export function equalValues(left: unknown, right: unknown): boolean {
  const a = left ?? null
  const b = right ?? null
  if (Object.is(a, b)) return true
  if (typeof a === 'number' && typeof b === 'string') return Number.isSafeInteger(a) && String(a) === b
  if (typeof a === 'string' && typeof b === 'number') return equalValues(b, a)
  if (typeof a === 'number' && typeof b === 'number') return a === b
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) && a.length === b.length && a.every((value, index) => equalValues(value, b[index]))
    )
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false
  // No set of keys is made: comparing a player of many megabytes would make millions.
  for (const key of Object.keys(a)) if (!equalValues(a[key], ownValue(b, key))) return false
  return Object.keys(b).every((key) => (b[key] ?? null) === null || Object.hasOwn(a, key))
}
