import { createHmac, randomBytes } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, the length RFC 4226 recommends, as base32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20))
}

export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

export function totpStep(atMs: number): number {
  return Math.floor(atMs / STEP_MS)
}

/** The code of a step (RFC 6238 over RFC 4226, SHA-1), leading zeros kept. */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const at = digest[digest.length - 1]! & 15
  const number = digest.readUInt32BE(at) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, one before and one after now included; null when there is none. */
export function matchingStep(secret: string, code: string, nowMs: number): number | null {
  const now = totpStep(nowMs)
  return [now, now - 1, now + 1].find((step) => step >= 0 && totpCode(secret, step) === code) ?? null
}

/** What an authenticator app reads from the picture. */
export function totpAddress(secret: string, username: string): string {
  const label = `Quarterdeck:${username}`
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=Quarterdeck`
}
