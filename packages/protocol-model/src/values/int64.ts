const INT_TEXT = /^(?:0|-?[1-9]\d{0,19})$/
const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n
const UINT64_MAX = 2n ** 64n - 1n

/** The exact value of a whole number given as a safe number or as canonical text, or null beyond 64 bits. */
export function exactInt(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  if (typeof value !== 'string' || !INT_TEXT.test(value)) return null
  const exact = BigInt(value)
  return exact >= INT64_MIN && exact <= UINT64_MAX ? exact : null
}
