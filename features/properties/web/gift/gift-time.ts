/** Quantities above this may be times (S9.04). */
const TIME_ABOVE = 100_000n
/** Seconds since 1970 stay below this for some thousand years, milliseconds are above it since 1973. */
const SECONDS_BELOW = 100_000_000_000n
/** The last moment a Date holds. */
const LAST_MS = 8_640_000_000_000_000n

/** The moment a quantity stands for, ms UTC; null for one that is an amount. */
export function giftTime(quantity: string, isTime: boolean): number | null {
  const value = /^\d{1,19}$/.test(quantity) ? BigInt(quantity) : 0n
  if (!isTime || value <= TIME_ABOVE) return null
  const ms = value < SECONDS_BELOW ? value * 1000n : value
  return ms > LAST_MS ? null : Number(ms)
}
