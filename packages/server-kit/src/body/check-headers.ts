import type { IncomingHttpHeaders } from 'node:http'
import { AppError, BYTES_TYPE, JSON_TYPE, TEXT_TYPE, coreErrors, mostBytesOf } from '@qd/contract-kit'
import type { BodyRules, BodyType } from '@qd/contract-kit'
import { byteText } from './byte-text.ts'

const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii'])

/** Type and charset of `content-type`; a charset nobody named is UTF-8. */
function readType(header: string | undefined): { type: string; charset: string } {
  // As every page sends it.
  if (header === JSON_TYPE) return { type: JSON_TYPE, charset: 'utf-8' }
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((each) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(each)?.[1])
    .find(Boolean)
  return { type: type.trim(), charset: charset ?? 'utf-8' }
}

/** JSON beyond its limit; `limit` in bytes. */
export function bodyTooLarge(limit: number): AppError {
  return new AppError(coreErrors.body_too_large, { params: { limit: byteText(limit) } })
}

/** The same of the text of a call. */
export function textTooLarge(limit: number): AppError {
  return new AppError(coreErrors.body_too_large, { field: 'text', params: { limit: byteText(limit) } })
}

function wantedType({ textBytes, rawBytes }: BodyRules): BodyType {
  if (rawBytes !== null) return BYTES_TYPE
  return textBytes === null ? JSON_TYPE : TEXT_TYPE
}

/** Refuses what its headers already say is unwanted: another type or charset, a packed body, one that is too large. */
export function checkHeaders(headers: IncomingHttpHeaders, rules: BodyRules): void {
  const wanted = wantedType(rules)
  const { type, charset } = readType(headers['content-type'])
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity'
  if (type !== wanted || isPacked || !CHARSETS.has(charset)) {
    throw new AppError(coreErrors.content_type_unsupported, { params: { type: wanted } })
  }
  if (Number(headers['content-length'] ?? 0) <= mostBytesOf(rules)) return
  throw rules.textBytes === null ? bodyTooLarge(mostBytesOf(rules)) : textTooLarge(rules.textBytes)
}
