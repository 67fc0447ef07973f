import type { SecretBox } from '@qd/server-kit'

const SECRET_KEY = /password|passwd|secret|token|hashkey|privatekey|passphrase|ticket|^otp$|^code_?hash$/i

/** Replaces values under secret-sounding keys by their keyed digest; contracts name no secrets, this is the second lock. */
export function redact(value: unknown, secretBox: Pick<SecretBox, 'digest'>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => redact(each, secretBox))
  const clean = Object.create(null) as Record<string, unknown>
  for (const [key, each] of Object.entries(value)) {
    clean[key] =
      SECRET_KEY.test(key) && holdsSecret(each) ? digestOf(each, secretBox) : redact(each, secretBox)
  }
  return clean
}

/** Flags such as `hasPassword: true` and empty values tell nothing. */
function holdsSecret(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && typeof value !== 'boolean'
}

function digestOf(value: unknown, secretBox: Pick<SecretBox, 'digest'>): string {
  return secretBox.digest(typeof value === 'string' ? value : JSON.stringify(value))
}
