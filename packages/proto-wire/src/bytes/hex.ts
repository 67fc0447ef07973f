const PAIRS: readonly string[] = Array.from({ length: 256 }, (_none, byte) =>
  byte.toString(16).padStart(2, '0'),
)

export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PAIRS[byte]!
  return text
}

/** The bytes of hex text; spaces, line breaks and `0x` in front are passed over. Null when it is none. */
export function bytesOfHex(text: string): Uint8Array | null {
  const digits = text.replaceAll(/0x|\s+/gi, '')
  if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits)) return null
  return Uint8Array.from({ length: digits.length / 2 }, (_none, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  )
}
