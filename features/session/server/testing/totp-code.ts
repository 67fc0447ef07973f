import { HOTP, Secret } from 'otpauth'

/** What an authenticator app shows for a secret in a step: six digits, leading zeros kept. */
export function totpCode(secret: string, step: number): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step, digits: 6 })
}
