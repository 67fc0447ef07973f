/** The closed set of ways a store refuses; everything a statement itself can violate stays the driver's error. */
export type StoreErrorCode =
  | 'store_locked'
  | 'store_schema_newer'
  | 'store_sqlite_too_old'
  | 'store_not_durable'
  | 'store_migration_failed'
  | 'store_unavailable'
  /** No room left where the database lives; reads go on. */
  | 'store_full'
  /** The database file holds pages that cannot be right: it must be restored. */
  | 'store_damaged'
  /** A restore into the place was cut, or still runs: nothing but a restore opens it. */
  | 'store_restore_cut'
  | 'store_lease_lost'
  | 'store_write_too_long'
  | 'store_nul_text'
  | 'store_unsafe_integer'
  | 'store_misuse'

/** `store_misuse` is a fault in our own code; the others are states of the database or of its input. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}

export function isStoreError(error: unknown, code?: StoreErrorCode): error is StoreError {
  return error instanceof StoreError && (code === undefined || error.code === code)
}

/** PostgreSQL's word for a row whose unique columns another one has; two may look for the same free name at once. */
export const isTwin = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
