const STAR = 0x2a
const ANY = 0x3f
const OPEN = 0x5b
const CLOSE = 0x5d
const NOT = 0x5e
const DASH = 0x2d
const ESCAPE = 0x5c

/** Redis compares the ends of a class as signed bytes: 0x80 to 0xff come before 0x00. */
const signed = (byte: number): number => (byte << 24) >> 24

/** Where a class `[…]` ends, and whether it holds the byte; an unclosed one ends with the pattern, as in Redis. */
function inClass(pattern: Uint8Array, from: number, byte: number): { isIn: boolean; end: number } {
  let at = from + 1
  const isNot = pattern[at] === NOT
  if (isNot) at += 1
  let isIn = false
  for (; at < pattern.length && pattern[at] !== CLOSE; at += 1) {
    if (pattern[at] === ESCAPE && at + 1 < pattern.length) {
      at += 1
      isIn ||= pattern[at] === byte
    } else if (pattern[at + 1] === DASH && at + 2 < pattern.length) {
      const [first, last, given] = [signed(pattern[at]!), signed(pattern[at + 2]!), signed(byte)]
      isIn ||= given >= Math.min(first, last) && given <= Math.max(first, last)
      at += 2
    } else isIn ||= pattern[at] === byte
  }
  return { isIn: isIn !== isNot, end: Math.min(at + 1, pattern.length) }
}

/** The place in the pattern after one byte of the key, or -1: that byte does not fit. */
function afterOne(pattern: Uint8Array, at: number, byte: number): number {
  const sign = pattern[at]
  if (sign === ANY) return at + 1
  if (sign === OPEN) {
    const { isIn, end } = inClass(pattern, at, byte)
    return isIn ? end : -1
  }
  const isEscaped = sign === ESCAPE && at + 1 < pattern.length
  const wanted = isEscaped ? pattern[at + 1] : sign
  return wanted === byte ? at + (isEscaped ? 2 : 1) : -1
}

/** Whether a key fits a glob as MATCH of Redis has it. Takes at most length times length steps, whatever the pattern. */
export function fitsGlob(pattern: Uint8Array, key: Uint8Array): boolean {
  let at = 0
  let sign = 0
  let starSign = -1
  let starAt = 0
  while (at < key.length) {
    if (sign < pattern.length && pattern[sign] === STAR) {
      starSign = sign
      starAt = at
      sign += 1
      continue
    }
    const next = sign < pattern.length ? afterOne(pattern, sign, key[at]!) : -1
    if (next !== -1) {
      sign = next
      at += 1
    } else if (starSign !== -1) {
      // The last star takes one byte more; those before it need not be tried again.
      starAt += 1
      at = starAt
      sign = starSign + 1
    } else return false
  }
  // Redis does not look at the pattern of an empty key: `*` alone is a rule of its own.
  if (key.length === 0) return pattern.length === 0 || (pattern.length === 1 && pattern[0] === STAR)
  while (pattern[sign] === STAR) sign += 1
  return sign === pattern.length
}
