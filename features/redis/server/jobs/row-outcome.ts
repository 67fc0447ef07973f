import { AppError, coreErrors } from '@qd/contract-kit'
import { JobPause } from '@qd/server-kit'
import type { RowOutcome } from '@qd/server-kit'
import { redisErrors } from '../../contract/index.ts'

/** What makes going on with further keys pointless for now. */
const AWAY = new Set(
  [
    redisErrors.redis_unreachable,
    redisErrors.redis_too_many_attempts,
    redisErrors.redis_loading,
    redisErrors.redis_sentinel_failed,
    redisErrors.redis_cluster_failed,
    redisErrors.redis_ssh_failed,
  ].map(({ code }) => code),
)

/** The end of a key whose command was answered by an error; throws where the server is away. */
export function failedBy(error: Error): RowOutcome {
  if (!(error instanceof AppError)) return { status: 'failed', msg: error.message }
  const { code } = error.def
  if (AWAY.has(code)) throw new JobPause('server_down', error.message)
  // It stands in a session of the owner alone, and goes with it.
  if (code === redisErrors.redis_password_needed.code) throw new JobPause('password_needed', error.message)
  // Their links ended: the rights of the owner changed meanwhile.
  if (code === coreErrors.session_expired.code) throw new JobPause('rights_lost', error.message)
  const status = code === redisErrors.redis_outcome_unknown.code ? 'unknown' : 'failed'
  const { reason } = error.params
  return { status, code, ...(typeof reason === 'string' ? { msg: reason } : {}) }
}
