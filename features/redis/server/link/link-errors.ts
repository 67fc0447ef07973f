import { AppError } from '@qd/contract-kit'
import type { ErrorDef, TextRef } from '@qd/contract-kit'
import { DialError } from '@qd/game-contract/adapter'
import { redisErrors } from '../../contract/index.ts'

/** Longest sentence of a server that is told on. */
const WORDS_MAX = 300

/** A sentence of another system as one line that is safe to show. */
export function plainWords(words: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters of a foreign text are what goes
  return words.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ').slice(0, WORDS_MAX)
}

/** Why a way failed, as texts of `contract/locales`. */
export type WayReason =
  | 'forbidden'
  | 'noName'
  | 'nobody'
  | 'late'
  | 'cut'
  | 'sshPassword'
  | 'sshKey'
  | 'sshAgent'
  | 'sshNoAgent'
  | 'sshNoWay'
  | 'sshEnded'
  | 'notMaster'
  | 'noSlots'
  | 'noNode'
  | 'redirections'
  | 'cursorMoved'
  | 'isSentinel'

export const reasonText = (reason: WayReason): TextRef => ({ text: `redis.reason.${reason}` })

export interface WayFault {
  /** Host and port it is about. */
  at: string
  reason: TextRef | string
  field?: string
  cause?: unknown
}

/** An error of a way with where and why. */
export function wayError(def: ErrorDef, { at, reason, field, cause }: WayFault): AppError {
  return new AppError(def, { params: { at, reason }, ...(field === undefined ? {} : { field }), cause })
}

function codeOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? '') : ''
}

function reasonOf(error: DialError): TextRef | string {
  if (error.fault === 'refused_address') return reasonText('forbidden')
  if (error.fault === 'timeout' || error.message.endsWith('in time')) return reasonText('late')
  if (error.fault === 'cut' || error.fault === 'aborted') return reasonText('cut')
  const code = codeOf(error.cause)
  if (error.message.startsWith('cannot resolve')) return reasonText('noName')
  if (code === 'ECONNREFUSED') return reasonText('nobody')
  return plainWords(code || error.message)
}

/** What the dialer says, as an error of the contract; an error of the contract stays what it is. */
export function dialFault(error: unknown, at: string, def: ErrorDef = redisErrors.redis_unreachable): Error {
  if (error instanceof AppError) return error
  if (!(error instanceof DialError)) return wayError(def, { at, reason: reasonText('cut'), cause: error })
  return wayError(def, { at, reason: reasonOf(error), cause: error })
}

/** Why a handshake of TLS failed: what OpenSSL says of the certificate stands in the cause. */
export function tlsFault(error: unknown, at: string): Error {
  if (!(error instanceof DialError)) return dialFault(error, at, redisErrors.redis_tls_failed)
  const { cause } = error
  const said = cause instanceof Error && error.fault === 'unreachable' ? plainWords(cause.message) : ''
  const reason = said === '' ? reasonOf(error) : said
  return wayError(redisErrors.redis_tls_failed, { at, reason, cause: error })
}

/** The server answered with an error; its words decide what is told. */
export class ServerRefusal extends AppError {
  readonly words: string

  constructor(def: ErrorDef, words: string) {
    super(def, { params: { words: plainWords(words) } })
    this.words = words
  }
}

/** Whether the server itself refused the command, in words of its own. */
export const isServerRefusal = ({ def: { code } }: AppError): boolean =>
  code === redisErrors.redis_refused.code || code === redisErrors.redis_command_renamed.code

/** What the pages of a server need most, closed by its ACL: people read which it is, and whom to ask (S8.07). */
const CLOSED_COMMAND = /^NOPERM\b.*'(info|config)(?:\|[^']*)?'/i

/** An error reply as an error of the contract. The command is not kept: it may carry a secret. */
export function refusal(words: string): ServerRefusal {
  if (/^(WRONGPASS|NOAUTH)\b/.test(words)) return new ServerRefusal(redisErrors.redis_auth_failed, words)
  if (/^LOADING\b/.test(words)) return new ServerRefusal(redisErrors.redis_loading, words)
  const [, closed = ''] = CLOSED_COMMAND.exec(words) ?? []
  if (closed.toLowerCase() === 'info') return new ServerRefusal(redisErrors.redis_info_disabled, words)
  if (closed !== '') return new ServerRefusal(redisErrors.redis_config_disabled, words)
  return new ServerRefusal(redisErrors.redis_refused, words)
}

/** Nothing of the command has left the console: it may be sent again. Never leaves the link. */
export class NotSent extends Error {
  constructor() {
    super('the command was not sent')
    this.name = 'NotSent'
  }
}

const HOPELESS = new Set<ErrorDef>([
  redisErrors.redis_auth_failed,
  redisErrors.redis_host_key_changed,
  redisErrors.redis_key_file_expired,
  redisErrors.redis_refused,
  redisErrors.redis_info_disabled,
  redisErrors.redis_config_disabled,
])

/** Whether trying again may help; a wrong password stays wrong, and trying it again can lock an account. */
export function mayTryAgain(error: unknown): boolean {
  return !(error instanceof AppError && HOPELESS.has(error.def))
}
