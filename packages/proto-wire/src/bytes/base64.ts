const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PAIRS: readonly string[] = Array.from(
  { length: 4096 },
  (_none, at) => `${LETTERS[at >> 6]!}${LETTERS[at & 63]!}`,
)

const VALUES: ReadonlyMap<number, number> = new Map([
  ...[...LETTERS].map((letter, at) => [letter.charCodeAt(0), at] as const),
  // The alphabet for addresses is read as well.
  ['-'.charCodeAt(0), 62],
  ['_'.charCodeAt(0), 63],
])

/** Base64 text of a part of the bytes. */
export function base64Of(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  let text = ''
  let at = start
  for (; at + 2 < end; at += 3) {
    const bits = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
    text += PAIRS[bits >> 12]! + PAIRS[bits & 4095]!
  }
  if (end - at === 1) return `${text}${PAIRS[bytes[at]! << 4]!}==`
  if (end - at === 2) {
    const bits = (bytes[at]! << 10) | (bytes[at + 1]! << 2)
    return `${text}${PAIRS[bits >> 6]!}${LETTERS[bits & 63]!}=`
  }
  return text
}

/** The bytes of base64 text, padded or not; null when it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length
  if (end % 4 === 1 || (end < text.length && text.length % 4 !== 0)) return null
  const bytes = new Uint8Array(Math.floor((end * 3) / 4))
  let bits = 0
  let held = 0
  let to = 0
  for (let at = 0; at < end; at += 1) {
    const value = VALUES.get(text.charCodeAt(at))
    if (value === undefined) return null
    bits = ((bits << 6) | value) & 0xff_ff_ff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[to] = (bits >> held) & 255
    to += 1
  }
  return bytes
}
