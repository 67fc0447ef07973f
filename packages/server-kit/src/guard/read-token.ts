import { AppError, coreErrors } from '@qd/contract-kit'
import type { IncomingHttpHeaders } from 'node:http'

function bearer(value: string): string {
  return /^bearer\s+/i.test(value) ? value.replace(/^bearer\s+/i, '') : value
}

/** The session token of a request (S7.01): header `token`, or `Authorization`; both present must be equal. */
export function readToken(headers: IncomingHttpHeaders): string | null {
  const own = headers['token']
  if (Array.isArray(own)) throw new AppError(coreErrors.tokens_differ)
  const standard = headers.authorization === undefined ? undefined : bearer(headers.authorization)
  if (own !== undefined && standard !== undefined && own !== standard) {
    throw new AppError(coreErrors.tokens_differ)
  }
  const token = own ?? standard
  return token === undefined || token === '' ? null : token
}
