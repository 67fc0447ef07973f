import type { EncodedMessage } from '@qd/proto-wire'

/** Dotted path of the first number that is not finite; null: there is none. */
function infinitePath(json: unknown, path: string): string | null {
  if (typeof json === 'number') return Number.isFinite(json) ? null : path
  if (typeof json !== 'object' || json === null) return null
  for (const [key, value] of Object.entries(json)) {
    const found = infinitePath(value, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

/** A body of JSON as bytes. Digits beyond the largest number are refused: they would be written as `null`. */
export function jsonBody(json: unknown): EncodedMessage {
  const path = infinitePath(json, '')
  if (path !== null) return { ok: false, path, reason: 'out_of_range', expected: 'double' }
  return { ok: true, bytes: new TextEncoder().encode(JSON.stringify(json)) }
}
