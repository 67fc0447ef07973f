import { AppError } from '@qd/contract-kit'
import type { ErrorDef } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { isServerRefusal } from '../link/link-errors.ts'

/** What a script adds to the words of the command that failed in it. */
const SCRIPT_PART =
  /\s*script: [0-9a-f]{40}, on @user_script:\d+\.?|^ERR Error running script \(call to f_[0-9a-f]{40}\): @user_script:\d+: /g

/** The server's own words where it refused a command; null for anything else that went wrong. */
export function wordsOf(error: unknown): string | null {
  if (error instanceof AppError) {
    if (!isServerRefusal(error)) return null
    const { words } = error.params
    return typeof words === 'string' ? words.replaceAll(SCRIPT_PART, '') : ''
  }
  // What a client of Redis throws for an error reply.
  return error instanceof Error && error.name === 'ReplyError'
    ? error.message.replaceAll(SCRIPT_PART, '')
    : null
}

/** Whether the command itself is not to be had here: renamed away, not allowed to this user, or not by the console's rules. */
export function isRefusedCommand(error: unknown, command: string): boolean {
  if (error instanceof AppError) {
    const { redis_command_forbidden: forbidden, redis_command_unknown: unknown } = redisErrors
    if (error.def.code === forbidden.code || error.def.code === unknown.code) return true
  }
  const words = wordsOf(error)?.toLowerCase()
  if (words === undefined) return false
  return (
    words.startsWith('err unknown command') ||
    (words.startsWith('noperm') && words.includes(`'${command.toLowerCase()}'`))
  )
}

export const keyNotFound = () => new AppError(redisErrors.redis_key_not_found, { field: 'key' })
export const keyChanged = () => new AppError(redisErrors.redis_key_changed, { field: 'key' })

/** Why a value cannot be taken: texts `redis.value.*`. */
type ValueReason = 'emptyName' | 'tooLarge' | 'noScore' | 'rounded' | 'noTtl' | 'noJson' | 'ended'

export function valueInvalid(field: string, reason: ValueReason): AppError {
  return new AppError(redisErrors.redis_value_invalid, {
    field,
    params: { reason: { text: `redis.value.${reason}` } },
  })
}

/** An error of a read or a change as the page is told it: `refused` carries what the server said. */
export function asKeyError(error: unknown, refused: ErrorDef = redisErrors.redis_refused): unknown {
  const words = wordsOf(error)
  if (words === null) return error
  // It says more than the words do.
  if (error instanceof AppError && error.def === redisErrors.redis_command_renamed) return error
  if (/\bWRONGTYPE\b/.test(words)) return keyChanged()
  if (/no such key/i.test(words)) return keyNotFound()
  return new AppError(refused, { params: { words: words.slice(0, 300) }, cause: error })
}
