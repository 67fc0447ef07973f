import { hexOf } from '@qd/proto-wire'

/** The bytes as two digits each. */
export function hexPairs(bytes: Uint8Array): readonly string[] {
  return hexOf(bytes).match(/../g) ?? []
}

/** Where a byte stands, in hex, at least four digits. */
export function offsetText(at: number): string {
  return at.toString(16).padStart(4, '0')
}

/** ASCII where it can be read, a point elsewhere. */
export function readableByte(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
}

/** `08 cc 4e`: pairs, sixteen in a line. */
export function hexDump(bytes: Uint8Array): string {
  const pairs = hexPairs(bytes)
  const lines: string[] = []
  for (let at = 0; at < pairs.length; at += 16) lines.push(pairs.slice(at, at + 16).join(' '))
  return lines.join('\n')
}

export type ReadHex = { ok: true; bytes: Uint8Array } | { ok: false; at: number; code: 'not_hex' | 'odd' }

/** Bytes of a hex text; spaces, lines, commas, colons and `0x` may stand between them. */
export function readHex(text: string): ReadHex {
  const bytes: number[] = []
  let half = -1
  let halfAt = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (half < 0 && character === '0' && /[xX]/.test(text[at + 1] ?? '')) {
      at += 1
      continue
    }
    if (/[\s,:;-]/.test(character)) {
      if (half >= 0) return { ok: false, at: halfAt, code: 'odd' }
      continue
    }
    const value = /[0-9a-fA-F]/.test(character) ? Number.parseInt(character, 16) : -1
    if (value < 0) return { ok: false, at, code: 'not_hex' }
    if (half < 0) {
      half = value
      halfAt = at
    } else {
      bytes.push(half * 16 + value)
      half = -1
    }
  }
  return half >= 0 ? { ok: false, at: halfAt, code: 'odd' } : { ok: true, bytes: Uint8Array.from(bytes) }
}
