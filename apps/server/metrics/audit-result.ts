import { AppError, coreErrors } from '@qd/contract-kit'
import { isStoreError } from '@qd/store'

/** What the audit answers where its row cannot be written. */
const NOT_WRITTEN: readonly unknown[] = [
  coreErrors.audit_unavailable,
  coreErrors.store_unavailable,
  coreErrors.storage_full,
  coreErrors.storage_damaged,
]
const AWAY = ['store_unavailable', 'store_full', 'store_damaged', 'store_write_too_long'] as const

/**
 * `failed`: the database did not take the row, so nothing audited is possible. `refused`: the change that the row belongs to
 * said no, for example because somebody else was faster. That is ordinary life.
 */
export function auditResult(error: unknown): 'failed' | 'refused' {
  const isNotWritten = error instanceof AppError && NOT_WRITTEN.includes(error.def)
  return isNotWritten || AWAY.some((code) => isStoreError(error, code)) ? 'failed' : 'refused'
}
