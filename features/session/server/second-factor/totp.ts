import { HOTP, Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000

/** 160 random bits, the length RFC 4226 recommends, as base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** As RFC 4648 writes it, without padding. */
export function toBase32(bytes: Uint8Array<ArrayBuffer>): string {
  return Secret.fromHex(Buffer.from(bytes).toString('hex')).base32
}

export function totpStep(atMs: number): number {
  return TOTP.counter({ period: STEP_MS / 1_000, timestamp: atMs })
}

/** The step whose code this is (RFC 6238 over RFC 4226, SHA-1), one before and one after now included; null when there is none. */
export function matchingStep(secret: string, code: string, nowMs: number): number | null {
  const counter = totpStep(nowMs)
  const off = HOTP.validate({ token: code, secret: Secret.fromBase32(secret), counter, window: 1 })
  return off === null ? null : counter + off
}

/** What an authenticator app reads from the picture. */
export function totpAddress(secret: string, username: string): string {
  const issuer = 'Quarterdeck'
  return new TOTP({
    issuer,
    label: username,
    issuerInLabel: true,
    secret: Secret.fromBase32(secret),
  }).toString()
}
