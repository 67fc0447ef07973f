const PAIRS: readonly string[] = Array.from({ length: 256 }, (_none, byte) =>
  byte.toString(16).padStart(2, '0'),
)

export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PAIRS[byte]!
  return text
}

/** Of 0 to 9, A to F and a to f. */
function digitOf(code: number): number {
  return code < 58 ? code - 48 : (code & 15) + 9
}

/** The bytes of hex text; spaces, line breaks and `0x` in front are passed over. Null when it is none. */
export function bytesOfHex(text: string): Uint8Array | null {
  const digits = text.replaceAll(/0x|\s+/gi, '')
  if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits)) return null
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = digitOf(digits.charCodeAt(at * 2)) * 16 + digitOf(digits.charCodeAt(at * 2 + 1))
  }
  return bytes
}
