import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator app shows at a moment, and how long it shows it (RFC 6238, six digits, SHA-1, 30 s). */
export function totpAt(secret: string, atMs: number): { code: string; leftMs: number } {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7f_ff_ff_ff
  return { code: String(number % 1_000_000).padStart(6, '0'), leftMs: STEP_MS - (atMs % STEP_MS) }
}
