import { AppError, coreErrors } from '@qd/contract-kit'
import { isStoreError } from '@qd/store'

/** What a failed audit write means to the caller: refusals and faults of the change itself pass unchanged. */
export function toAuditError(error: unknown): unknown {
  if (isStoreError(error, 'store_unavailable') || isStoreError(error, 'store_write_too_long')) {
    return new AppError(coreErrors.audit_unavailable, { cause: error })
  }
  return error
}
