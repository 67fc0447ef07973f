import { StoreError } from './store-error.ts'
import type { StoreErrorCode } from './store-error.ts'

/** Says of its own accord that it will not change: a wrong password, no such database, no right, no such role. */
const LASTING = /^(28|3D000|42)/
/** Of PostgreSQL: connections, shortages, shutdowns and starts, limits in time. */
const PASSING = /^(08|53[023]|57|55P03|25P0[34]|40)/
const PASSING_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  // A name that comes with its service, as containers have it.
  'ENOTFOUND',
])
/** SQLite: busy, locked. */
const PASSING_SQLITE = new Set([5, 6])
/** What the driver says without a code. */
const PASSING_DRIVER =
  /timeout|timed out|terminated|does not answer|Connection ended|Connection is silent|rolled the write back|not queryable/i
const PASSING_STORE = new Set<StoreErrorCode>(['store_unavailable', 'store_migration_failed'])
const DEEPEST_CAUSE = 8

/** One error of the chain, alone; null: it says nothing either way. */
function verdictOf(error: Error & { code?: unknown; errcode?: unknown; path?: unknown }): boolean | null {
  const { code, errcode, path } = error
  if (typeof errcode === 'number') return PASSING_SQLITE.has(errcode & 0xff)
  // A file or folder that cannot be used stays as it is.
  if (typeof path === 'string') return false
  if (typeof code === 'string') {
    if (PASSING_NETWORK.has(code) || PASSING.test(code)) return true
    if (LASTING.test(code)) return false
  }
  return PASSING_DRIVER.test(error.message) ? true : null
}

/**
 * Whether a fault of the database passes by itself, so that whoever can wait tries again: a server that is not there yet,
 * restarts or is short of something. Only what the store itself threw: others are short of things as well. The deepest cause that says anything decides; what nobody knows does not pass.
 */
export function isPassingFault(error: unknown): boolean {
  let verdict: boolean | null = null
  let isOfStore = false
  let each: unknown = error
  for (let depth = 0; depth < DEEPEST_CAUSE && each instanceof Error; depth++) {
    // A folder that another console holds, a newer schema: what the store knows to stay stays, whatever lies behind it.
    if (each instanceof StoreError && !PASSING_STORE.has(each.code)) return false
    isOfStore ||= each instanceof StoreError
    verdict = verdictOf(each) ?? verdict
    // Several addresses of one host: each says the same.
    each = each instanceof AggregateError && each.errors.length > 0 ? each.errors[0] : each.cause
  }
  return isOfStore && verdict === true
}
