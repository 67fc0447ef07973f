import { StoreError } from '../store-error.ts'

const NUL_IN_TEXT = '22021'
const READ_ONLY_TRANSACTION = '25006'
const DISK_FULL = '53100'
/** Connection faults, shortages, shutdowns, and our own statement and lock limits. */
const UNAVAILABLE = /^(08|53|57P0|58|57014|55P03|25P03|XX|28|3D000)/
const NETWORK = /^E[A-Z]+$/
const DRIVER = /timeout|terminated|not queryable|after calling end|Connection/i

/** Turns what pg threw into a StoreError where it is not the statement's own fault. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const code = (error as Error & { code?: string }).code
  if (code === READ_ONLY_TRANSACTION) {
    return new StoreError('store_misuse', 'This connection only reads: use write().', { cause: error })
  }
  if (code === NUL_IN_TEXT) {
    return new StoreError('store_nul_text', 'Text with a NUL character is refused.', { cause: error })
  }
  if (code === DISK_FULL)
    return new StoreError('store_full', `PostgreSQL: ${error.message}`, { cause: error })
  const isUnavailable = code ? UNAVAILABLE.test(code) || NETWORK.test(code) : DRIVER.test(error.message)
  if (!isUnavailable) return error
  return new StoreError('store_unavailable', `PostgreSQL: ${error.message}`, { cause: error })
}
