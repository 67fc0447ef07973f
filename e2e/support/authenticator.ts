import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** What an authenticator app shows for a key (RFC 6238), `ahead` steps from now. */
export function appCode(key: string, ahead = 0): string {
  const bits = Array.from(key.replaceAll(' ', ''), (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead))
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
