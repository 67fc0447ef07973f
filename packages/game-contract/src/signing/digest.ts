import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export function sha256Hex(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex')
}

export function hmacHex(hashKey: string, text: string): string {
  return createHmac('sha256', hashKey).update(text, 'utf8').digest('hex')
}

const HMAC_HEX = /^[0-9a-f]{64}$/

/** Compares two hex digests without telling by time where they differ. */
export function isSameDigest(expected: string, given: string): boolean {
  if (!HMAC_HEX.test(given)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'))
}
