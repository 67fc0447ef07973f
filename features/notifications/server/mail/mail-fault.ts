import { DialError } from '@qd/game-contract/adapter'

/** Why a mail was not sent, as the log may hold it. */
export interface MailFault {
  /** What went wrong, in words of programs: `unreachable ECONNREFUSED`, `EAUTH`. */
  reason: string
  /** Of SMTP (RFC 5321, 4.2; RFC 3463): what the server answered, and to which command. */
  responseCode?: number
  enhancedCode?: string
  command?: string
}

interface SmtpError extends Error {
  code?: unknown
  responseCode?: number
  response?: string
  command?: string
}

function namesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return []
  const { code } = error as SmtpError
  const own = error instanceof DialError ? error.fault : typeof code === 'string' ? code : null
  return [...(own === null ? [] : [own]), ...namesOf(error.cause, depth + 1)]
}

/** Names and numbers alone: the words of a mail server may name people. */
export function mailFault(error: unknown): MailFault {
  const { name = 'unknown', responseCode, response = '', command } = error as SmtpError
  const names = [...new Set(namesOf(error))]
  const [, enhancedCode] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return {
    reason: names.length === 0 ? name : names.join(' '),
    ...(responseCode === undefined ? {} : { responseCode }),
    ...(enhancedCode === undefined ? {} : { enhancedCode }),
    ...(command === undefined ? {} : { command }),
  }
}
