import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'

/** The way may come back: a scan only reads, so it asks again. */
const PASSING = new Set<string>([
  redisErrors.redis_unreachable.code,
  redisErrors.redis_outcome_unknown.code,
  redisErrors.redis_timeout.code,
  redisErrors.redis_loading.code,
  redisErrors.redis_cluster_failed.code,
  redisErrors.redis_sentinel_failed.code,
])
const CLOSED = new Set<string>([
  redisErrors.redis_command_unknown.code,
  redisErrors.redis_command_forbidden.code,
])

const codeOf = (error: unknown) => (error instanceof AppError ? error.def.code : '')

/** What the server said, where it said something. */
function wordsOf(error: unknown): string {
  if (error instanceof AppError) return String(error.params['words'] ?? '')
  return error instanceof Error ? error.message : ''
}

export const isPassing = (error: unknown): boolean =>
  PASSING.has(codeOf(error)) || /^(TRYAGAIN|CLUSTERDOWN|MASTERDOWN|BUSY)\b/.test(wordsOf(error))

export const isBadCursor = (error: unknown): boolean => /invalid cursor/i.test(wordsOf(error))

/** A server before 6.0, or one that says it is newer than it is. */
export const isSyntax = (error: unknown): boolean => /syntax error/i.test(wordsOf(error))

/** What a scan fails with: that SCAN is closed to this user is said plainly. */
export function scanFault(error: unknown): unknown {
  const isClosed = CLOSED.has(codeOf(error)) || /^NOPERM\b|unknown command/i.test(wordsOf(error))
  return isClosed ? new AppError(redisErrors.redis_scan_disabled, { cause: error }) : error
}
