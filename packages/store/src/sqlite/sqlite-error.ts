import { StoreError } from '../store-error.ts'

const READONLY = 8
const FULL = 13
/** Primary result codes that speak of the database or the disk, not of the statement. */
const UNAVAILABLE = new Set([5, 6, 7, 9, 10, 11, 14, 15, 23, 26])

/** Turns what node:sqlite threw into a StoreError where it is not the statement's own fault. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  if (code === 'ERR_OUT_OF_RANGE') {
    return new StoreError('store_unsafe_integer', 'A stored integer is above 2^53.', { cause: error })
  }
  if (errcode === undefined) return error
  const primary = errcode & 0xff
  if (primary === READONLY) {
    return new StoreError('store_misuse', 'This connection only reads: use write().', { cause: error })
  }
  if (primary === FULL) {
    return new StoreError('store_full', `SQLite: ${error.message}`, { cause: error })
  }
  if (UNAVAILABLE.has(primary)) {
    return new StoreError('store_unavailable', `SQLite: ${error.message}`, { cause: error })
  }
  return error
}
