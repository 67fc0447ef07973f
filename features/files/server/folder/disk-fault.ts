import { AppError, coreErrors } from '@qd/contract-kit'

/** What a failure of the disk is told as; others stay as they are. */
export function diskFault(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new AppError(coreErrors.storage_full, { cause: error })
    : error
}
