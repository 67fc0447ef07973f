import { isPlainObject, ownValue } from './names.ts'

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
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => equalValues(ownValue(a, key), ownValue(b, key)))
}
