import { StoreError } from '../store-error.ts'

const READONLY = 8
const FULL = 13
/** A page that cannot be right, and a file that is no database. */
const DAMAGED = new Set([11, 26])
const IO_FAULT = 10
const CANNOT_OPEN = 14
/** Primary result codes that speak of the database or the disk, not of the statement. */
const UNAVAILABLE = new Set([5, 6, 7, 9, IO_FAULT, CANNOT_OPEN, 15, 23])

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
  if (DAMAGED.has(primary)) {
    return new StoreError('store_damaged', `SQLite: ${error.message}`, { cause: error })
  }
  if (UNAVAILABLE.has(primary)) {
    return new StoreError('store_unavailable', `SQLite: ${error.message}`, { cause: error })
  }
  return error
}

/** Whether the disk refused: for want of room SQLite tells some of its files' faults no other way. */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false
  if (error.code === 'store_full') return true
  const { errcode } = (error.cause ?? {}) as { errcode?: number }
  return errcode !== undefined && [IO_FAULT, CANNOT_OPEN].includes(errcode & 0xff)
}
