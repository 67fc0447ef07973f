const INT_TEXT = /^(?:0|-?[1-9]\d{0,18})$/
const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/** The exact value of an int given as a safe number or as canonical text, or null when it is no int64. */
export function exactInt(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  if (typeof value !== 'string' || !INT_TEXT.test(value)) return null
  const exact = BigInt(value)
  return exact >= INT64_MIN && exact <= INT64_MAX ? exact : null
}
