/** Java's own UTF-8: a zero in two bytes, and each half of a wide character in three (JLS 4.4.7). Null: it is none. */
export function modifiedUtf8(bytes: Uint8Array): string | null {
  const units: number[] = []
  const pieces: string[] = []
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!
    const length = first < 0x80 ? 1 : first >>> 5 === 0b110 ? 2 : first >>> 4 === 0b1110 ? 3 : 0
    if (length === 0 || at + length > bytes.length) return null
    const rest = bytes.subarray(at + 1, at + length)
    if (rest.some((byte) => byte >>> 6 !== 0b10)) return null
    const head = length === 1 ? first : first & (length === 2 ? 0x1f : 0x0f)
    units.push(rest.reduce((value, byte) => (value << 6) | (byte & 0x3f), head))
    at += length
    if (units.length === 4_096) pieces.push(String.fromCharCode(...units.splice(0)))
  }
  return pieces.join('') + String.fromCharCode(...units)
}
