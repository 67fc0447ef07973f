const ZERO = 0x30
const NINE = 0x39
const RANK_BYTES = 5
/** All that follows the first byte of a rank is below this. */
const STEP = 2 ** (8 * RANK_BYTES)

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE

function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && isDigit(bytes[at])) at += 1
  return at
}

function afterZeros(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && bytes[at] === ZERO) at += 1
  return at
}

/** Where the name of one run of bytes lies. */
export interface Span {
  from: number
  to: number
}

function compareBytes(bytes: Uint8Array, left: Span, right: Span): number {
  const length = Math.min(left.to - left.from, right.to - right.from)
  for (let at = 0; at < length; at += 1) {
    const difference = bytes[left.from + at]! - bytes[right.from + at]!
    if (difference !== 0) return difference
  }
  return left.to - left.from - (right.to - right.from)
}

/** Order of names of one run: bytes as they are, digits by the number they make, so that 9 comes before 10. */
export function compareNames(bytes: Uint8Array, left: Span, right: Span): number {
  let at = left.from
  let other = right.from
  while (at < left.to && other < right.to) {
    if (!isDigit(bytes[at]) || !isDigit(bytes[other])) {
      const difference = bytes[at]! - bytes[other]!
      if (difference !== 0) return difference
      at += 1
      other += 1
      continue
    }
    const end = digitsEnd(bytes, at, left.to)
    const otherEnd = digitsEnd(bytes, other, right.to)
    const number = { from: afterZeros(bytes, at, end), to: end }
    const otherNumber = { from: afterZeros(bytes, other, otherEnd), to: otherEnd }
    const longer = number.to - number.from - (otherNumber.to - otherNumber.from)
    if (longer !== 0) return longer
    const larger = compareBytes(bytes, number, otherNumber)
    if (larger !== 0) return larger
    at = end
    other = otherEnd
  }
  const rest = left.to - at - (right.to - other)
  return rest === 0 ? compareBytes(bytes, left, right) : rest
}

/** A number that orders most names as `compareNames` does; those of the same rank have to be compared. */
export function rankOf(bytes: Uint8Array, from: number, to: number): number {
  if (from === to) return 0
  const first = bytes[from]!
  let rest = 0
  if (isDigit(first)) {
    for (let at = from; at < to && isDigit(bytes[at]) && rest < STEP; at += 1) {
      rest = rest * 10 + bytes[at]! - ZERO
    }
    return (ZERO + 1) * STEP + Math.min(rest, STEP - 1)
  }
  let hasDigit = false
  for (let at = from + 1; at <= from + RANK_BYTES; at += 1) {
    const byte = at < to && !hasDigit ? bytes[at]! : 0
    hasDigit ||= isDigit(byte)
    rest = rest * 256 + (hasDigit && byte !== 0 ? ZERO : byte)
  }
  return (first + 1) * STEP + rest
}

/** Bytes that all these names begin with, short of a number that goes on behind them. */
export function sharedLength(bytes: Uint8Array, spans: Iterable<Span>): number {
  let first: Span | null = null
  let shared = 0
  for (const { from, to } of spans) {
    if (first === null) {
      first = { from, to }
      shared = to - from
      continue
    }
    let same = 0
    const most = Math.min(shared, to - from)
    while (same < most && bytes[from + same] === bytes[first.from + same]) same += 1
    shared = same
    if (shared === 0) return 0
  }
  while (shared > 0 && isDigit(bytes[first!.from + shared - 1])) shared -= 1
  return shared
}
