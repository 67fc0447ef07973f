import { AppError, coreErrors } from '@qd/contract-kit'
import { isStoreError } from '@qd/store'
import type { LoggerOptions } from 'pino'

function isOfDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isStoreError(error, 'store_full') || isStoreError(error, 'store_damaged')) return true
  const isAnswer =
    error instanceof AppError && [coreErrors.storage_full, coreErrors.storage_damaged].includes(error.def)
  return isAnswer || isOfDisk(error.cause)
}

/**
 * A full or damaged disk is told when it is found (`tellCondition`). Whatever works in the background meets it again and again
 * from then on: that is told from level info down, where somebody looks for more.
 */
export const toldOnce: NonNullable<LoggerOptions['hooks']> = {
  logMethod(args, method) {
    const [fields] = args as unknown[]
    const isTold = typeof fields === 'object' && fields !== null && 'err' in fields && isOfDisk(fields.err)
    if (!isTold || this.isLevelEnabled('info')) method.apply(this, args)
  },
}
