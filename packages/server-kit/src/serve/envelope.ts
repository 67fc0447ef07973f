import { AppError, JSON_TYPE, coreErrors } from '@qd/contract-kit'
import type { AnyRoute, Envelope, ErrorDef } from '@qd/contract-kit'
import type { Language, TextParams } from '@qd/i18n'
import { StoreError } from '@qd/store'
import type { StoreErrorCode } from '@qd/store'
import { safeParse } from 'zod/v4/core'
import type { Texts } from '../texts/texts.ts'
import { asCallEnd } from './call-ending.ts'

function checkedReply(route: AnyRoute, data: unknown): unknown {
  const parsed = safeParse(route.reply, data)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new Error(
    `reply of ${route.title} breaks its contract at ${issue?.path.join('.')}: ${issue?.message}`,
  )
}

/** Texts of frozen replies: what cannot change need not be checked and written twice. */
const keptTexts = new WeakMap<object, { route: AnyRoute; text: string }>()

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Kept in ASCII: a text of one byte a letter is sent as it is, all others are encoded again each time. */
function textOfFrozen(route: AnyRoute, data: object): string {
  const kept = keptTexts.get(data)
  if (kept?.route === route) return kept.text
  const ascii = JSON.stringify(checkedReply(route, data)).replaceAll(/[\u0080-\uffff]/g, escaped)
  // Replacing leaves two bytes a letter even where one would do.
  const text = Buffer.from(ascii, 'latin1').toString('latin1')
  keptTexts.set(data, { route, text })
  return text
}

/** Success as JSON text; `lift` repeats fields of the data beside it. A handler freezes (deeply) what it keeps. */
export function successText(route: AnyRoute, data: unknown, requestId: string, msg: string): string {
  if (route.lift === undefined && typeof data === 'object' && data !== null && Object.isFrozen(data)) {
    const text = textOfFrozen(route, data)
    return `{"status":0,"msg":${JSON.stringify(msg)},"data":${text},"requestId":${JSON.stringify(requestId)}}`
  }
  const checked = checkedReply(route, data)
  const envelope: Envelope & Record<string, unknown> = { status: 0, msg, data: checked, requestId }
  for (const key of route.lift ?? []) envelope[key] = (checked as Record<string, unknown>)[key]
  return JSON.stringify(envelope)
}

interface HttpFault {
  code?: string
  statusCode?: number
}

const FASTIFY_FAULTS: Record<string, ErrorDef> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: coreErrors.content_type_unsupported,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: coreErrors.invalid_request,
  FST_ERR_BAD_URL: coreErrors.invalid_request,
  FST_ERR_MAX_PARAM_LENGTH: coreErrors.invalid_request,
}

const BY_STORE_CODE: Partial<Record<StoreErrorCode, ErrorDef>> = {
  store_nul_text: coreErrors.invalid_request,
  store_full: coreErrors.storage_full,
  store_damaged: coreErrors.storage_damaged,
}

/** What the framework and its plugins refuse in a request; they say 403 of files that are not there for anybody. */
function requestFault(status: number): ErrorDef | undefined {
  if (status === 403 || status === 404) return coreErrors.not_found
  return status >= 400 && status < 500 ? coreErrors.invalid_request : undefined
}

/** Any thrown thing as an AppError; an undeclared one becomes `internal` and gets a log line. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof StoreError) {
    return new AppError(BY_STORE_CODE[error.code] ?? coreErrors.store_unavailable, { cause: error })
  }
  const ended = asCallEnd(error)
  if (ended !== null) return ended
  const fault = error as HttpFault
  const known = fault.code === undefined ? undefined : FASTIFY_FAULTS[fault.code]
  if (known !== undefined) return new AppError(known, { cause: error, params: { type: JSON_TYPE } })
  const refused = fault.statusCode === undefined ? undefined : requestFault(fault.statusCode)
  if (refused !== undefined) return new AppError(refused, { cause: error })
  return new AppError(coreErrors.internal, { cause: error })
}

function saidParam(value: AppError['params'][string], texts: Texts, lang: Language): string | number {
  if (typeof value !== 'object') return value
  if ('text' in value) return texts.get(lang, 'texts', value.text, value.params)
  return `${texts.get(lang, 'permissions', value.permission)} ${value.permission}`
}

function saidParams(error: AppError, texts: Texts, lang: Language): TextParams {
  const said = Object.entries(error.params).map(([name, value]) => [name, saidParam(value, texts, lang)])
  return Object.fromEntries(said) as TextParams
}

/** The sentence of a failure in a language. */
export function errorText(error: AppError, texts: Texts, lang: Language): string {
  return texts.get(lang, 'errors', error.def.code, saidParams(error, texts, lang))
}

/** A failure as the envelope, in the caller's language; internals never leave. */
export function failureOf(error: AppError, texts: Texts, lang: Language, requestId: string): Envelope {
  const { def } = error
  return {
    status: def.status,
    msg: errorText(error, texts, lang),
    data: error.data,
    requestId,
    err: {
      code: def.code,
      retryable: def.retryable,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  }
}
