const TWO_32 = 4_294_967_296

/** Text of a signed 64-bit number in two halves. */
export function int64Text(lo: number, hi: number): string {
  const high = hi | 0
  // Exact up to 53 bits, and much faster than a BigInt.
  if (high >= -0x20_00_00 && high < 0x20_00_00) return String(high * TWO_32 + (lo >>> 0))
  return String((BigInt(high) << 32n) | BigInt(lo >>> 0))
}

export function uint64Text(lo: number, hi: number): string {
  const high = hi >>> 0
  if (high < 0x20_00_00) return String(high * TWO_32 + (lo >>> 0))
  return String((BigInt(high) << 32n) | BigInt(lo >>> 0))
}

export function sint64Text(lo: number, hi: number): string {
  const sign = -(lo & 1)
  return int64Text(((lo >>> 1) | (hi << 31)) ^ sign, (hi >>> 1) ^ sign)
}

/** JSON has no text for these three. */
export function floatValue(value: number): number | string {
  return Number.isFinite(value) ? value : String(value)
}
