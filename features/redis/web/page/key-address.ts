import type { RedisBytes } from '../../contract/index.ts'

/** Of the Redis page: which database is in view, and which key of it. A name that is no text stands in `key64`. */
export const IN_ADDRESS = { connection: '', db: '', key: '', key64: '' }

/** Longer names make an address nobody can send. */
const LONGEST_NAME = 500

export function keyInAddress(key: RedisBytes | undefined): { key: string; key64: string } {
  const named = { key: '', key64: '' }
  if (key === undefined || JSON.stringify(key).length > LONGEST_NAME) return named
  return typeof key === 'string' ? { ...named, key } : { ...named, key64: key.base64 }
}

/** What an address names; null: no key. */
export function keyOfAddress({ key, key64 }: { key: string; key64: string }): RedisBytes | null {
  if (key !== '') return key
  // A broken link names no key, as a call would refuse it.
  return /^[A-Za-z0-9+/]+={0,2}$/.test(key64) ? { base64: key64 } : null
}

/** Where the Redis page opens a key. */
export function keyAddress(connectionId: string, db: number, key: RedisBytes): string {
  const query = new URLSearchParams({ connection: connectionId })
  if (db !== 0) query.set('db', String(db))
  for (const [name, value] of Object.entries(keyInAddress(key))) if (value !== '') query.set(name, value)
  return `/redis?${query}`
}
