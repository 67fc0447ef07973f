const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const looseDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Longer texts are faster in the decoder of the platform. */
const SHORT = 64

/** Text of a part of the bytes, or null when it is no UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string | null {
  return end - start > SHORT ? decoded(bytes, start, end) : shortText(bytes, start, end)
}

function decoded(bytes: Uint8Array, start: number, end: number): string | null {
  try {
    return decoder.decode(bytes.subarray(start, end))
  } catch {
    return null
  }
}

/** Eight, four and fewer letters at once: a call for each would cost most of the time. */
function shortText(bytes: Uint8Array, start: number, end: number): string | null {
  let text = ''
  let at = start
  for (; at + 7 < end; at += 8) {
    const [a, b, c, d] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!]
    const [e, f, g, h] = [bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!]
    if ((a | b | c | d | e | f | g | h) & 0x80) return mixedText(bytes, at, end, text)
    text += String.fromCharCode(a, b, c, d, e, f, g, h)
  }
  if (at + 3 < end) {
    const [a, b, c, d] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!]
    if ((a | b | c | d) & 0x80) return mixedText(bytes, at, end, text)
    text += String.fromCharCode(a, b, c, d)
    at += 4
  }
  if (at === end) return text
  const a = bytes[at]!
  const b = at + 1 < end ? bytes[at + 1]! : 0
  const c = at + 2 < end ? bytes[at + 2]! : 0
  if ((a | b | c) & 0x80) return mixedText(bytes, at, end, text)
  if (end - at === 1) return text + String.fromCharCode(a)
  return text + (end - at === 2 ? String.fromCharCode(a, b) : String.fromCharCode(a, b, c))
}

/** Goes on where letters are no ASCII; those of Chinese and its neighbours take three bytes each. */
function mixedText(bytes: Uint8Array, start: number, end: number, before: string): string | null {
  let text = before
  let at = start
  while (at < end) {
    const first = bytes[at]!
    if (first < 0x80) {
      text += String.fromCharCode(first)
      at += 1
      continue
    }
    const second = at + 2 < end ? bytes[at + 1]! : 0
    const third = at + 2 < end ? bytes[at + 2]! : 0
    const isThree = (first & 0xf0) === 0xe0 && (second & 0xc0) === 0x80 && (third & 0xc0) === 0x80
    const unit = isThree ? ((first & 15) << 12) | ((second & 63) << 6) | (third & 63) : 0
    // Anything else, and what only looks like three bytes, is left to the platform.
    if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) {
      const rest = decoded(bytes, at, end)
      return rest === null ? null : text + rest
    }
    text += String.fromCharCode(unit)
    at += 3
  }
  return text
}

/** The same with a replacement character for what is no UTF-8. */
export function looseTextOf(bytes: Uint8Array, start: number, end: number): string {
  return looseDecoder.decode(bytes.subarray(start, end))
}

/** How long the character at a place is; 0 when it is no UTF-8. */
function lengthAt(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4 || at + length > end) return 0
  for (let next = at + 1; next < at + length; next += 1) if ((bytes[next]! & 0xc0) !== 0x80) return 0
  const second = bytes[at + 1]!
  const isBad =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f)
  return isBad ? 0 : length
}

/** Where the first byte stands that is no UTF-8; `end` when all is. */
export function firstBadUtf8(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end) {
    const length = lengthAt(bytes, at, end)
    if (length === 0) return at
    at += length
  }
  return end
}
