export { fitsGlob } from '../contract/index.ts'

const STAR = 0x2a
const ESCAPE = 0x5c
/** `*`, `?`, `[` and the backslash. */
const MAGIC = new Set([STAR, 0x3f, 0x5b, ESCAPE])

export interface GlobStart {
  /** Bytes that every key that fits begins with. */
  bytes: Buffer
  /** Nothing follows: only this one key fits. */
  isWhole: boolean
  /** Only a star follows: every key with this beginning fits. */
  isOpen: boolean
}

export function startOf(pattern: Uint8Array): GlobStart {
  const bytes: number[] = []
  let at = 0
  while (at < pattern.length && (!MAGIC.has(pattern[at]!) || pattern[at] === ESCAPE)) {
    if (pattern[at] === ESCAPE && at + 1 < pattern.length) at += 1
    bytes.push(pattern[at]!)
    at += 1
  }
  return {
    bytes: Buffer.from(bytes),
    isWhole: at === pattern.length,
    isOpen: at < pattern.length && pattern.subarray(at).every((sign) => sign === STAR),
  }
}

/** The pattern that only these bytes fit. */
export function escapeGlob(bytes: Uint8Array): Buffer {
  const escaped: number[] = []
  for (const byte of bytes) {
    if (MAGIC.has(byte)) escaped.push(ESCAPE)
    escaped.push(byte)
  }
  return Buffer.from(escaped)
}
