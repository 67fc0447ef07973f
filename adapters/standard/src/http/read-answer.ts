import { DEFAULT_LANGUAGE, textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { gameEnvelope } from '@qd/game-contract'
import type { GameEnvelope } from '@qd/game-contract'
import { leftOutBelow } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import { GameError } from '@qd/game-contract/adapter'
import type { DialAnswer, GameErrorKind, WrongField } from '@qd/game-contract/adapter'
import { headerOf, SIGN_HEADER, verifyResponse } from '@qd/game-contract/signing'
import type { JsonPlace } from './json-place.ts'
import { readJson } from './read-json.ts'
import { wrongAnswerError } from './wrong-answer.ts'

/** What a game says to people; more is noise in a log. */
const MAX_TEXT = 2000

interface Expected {
  /** Path of the call. */
  call: string
  nonce: string
  hashKey: string
  /** The language refusals are read in. */
  language?: Language | undefined
}

type ReadEnvelope = { envelope: GameEnvelope; leftOut: LeftOut[] }
/** Why bytes are no answer: a word for those nobody signed, and the error with the place for a server's own. */
interface UnreadableEnvelope {
  reason: string
  error: GameError
}

/** Codes are whole numbers; a server that writes one as text means the same. */
function withCodes(value: unknown): unknown {
  const number = (code: unknown) => (typeof code === 'string' && /^\d{1,9}$/.test(code) ? Number(code) : code)
  if (typeof value !== 'object' || value === null || !('status' in value)) return value
  const { err } = value as { err?: unknown }
  const isRefusal = typeof err === 'object' && err !== null && 'code' in err
  return {
    ...value,
    status: number(value.status),
    ...(isRefusal ? { err: { ...err, code: number(err.code) } } : {}),
  }
}

function unparsed(call: string, reason: string, place: JsonPlace | undefined): UnreadableEnvelope {
  if (place === undefined)
    return { reason, error: new GameError({ kind: 'garbage', msg: reason, isProven: true }) }
  const { at, field, word } = place
  const where = field === '' ? '' : `, ${field}`
  const msg = `${call}: no JSON at character ${at}${where}${word === '' ? '' : `: ${word}`}`
  // Of what is no JSON from its beginning there is no field to name.
  const wrong: WrongField | null =
    field === '' ? null : { call, field, expected: 'JSON', found: `${word} (character ${at})`.trim() }
  const facts = { kind: 'garbage', msg, isProven: true } as const
  return { reason, error: new GameError(wrong === null ? facts : { ...facts, wrong }) }
}

function envelopeOf(answer: DialAnswer, call: string): ReadEnvelope | UnreadableEnvelope {
  const json = readJson(answer.body)
  if (!json.ok) return unparsed(call, json.reason, json.place)
  const value = withCodes(json.value)
  const envelope = gameEnvelope.safeParse(value)
  if (envelope.success) return { envelope: envelope.data, leftOut: json.leftOut }
  // A refusal whose particulars cannot be read is a refusal still: its status says which.
  const bare = gameEnvelope.safeParse({ ...(value as object), err: undefined })
  if (bare.success && bare.data.status !== 0) return { envelope: bare.data, leftOut: json.leftOut }
  const error = wrongAnswerError(call, envelope.error, value)
  return { reason: 'not the envelope of the contract', error }
}

/** A proxy before a dead game answers in its own words and cannot sign. */
function isProxyOfDeadGame(answer: DialAnswer): boolean {
  return answer.status === 502 || answer.status === 503 || answer.status === 504
}

function unprovenError(answer: DialAnswer, call: string): GameError {
  const { status } = answer
  if (headerOf(answer.headers, SIGN_HEADER) !== null) {
    return new GameError({ kind: 'bad_signature', status, msg: 'the answer does not carry our signature' })
  }
  const read = envelopeOf(answer, call)
  if ('envelope' in read) {
    const code = read.envelope.err?.code ?? read.envelope.status
    // A server that does not know our key cannot sign; whoever says so, no call can succeed.
    if (code === 1001)
      return new GameError({ kind: 'bad_signature', status, code, msg: 'our key was refused' })
    return new GameError({ kind: 'bad_signature', status, msg: 'the answer is not signed' })
  }
  if (isProxyOfDeadGame(answer))
    return new GameError({ kind: 'down', status, msg: `a proxy answered ${status}` })
  return new GameError({ kind: 'garbage', status, msg: read.reason })
}

const KIND_OF_CODE: ReadonlyMap<number, GameErrorKind> = new Map([
  [1001, 'bad_signature'],
  [1002, 'clock_skew'],
])

function refusalOf(envelope: GameEnvelope, httpStatus: number, { language }: Expected): GameError {
  const code = envelope.err?.code ?? envelope.status
  return new GameError({
    kind: KIND_OF_CODE.get(code) ?? 'refused',
    code,
    status: httpStatus,
    msg: textIn(envelope.msg, language ?? DEFAULT_LANGUAGE).slice(0, MAX_TEXT),
    field: envelope.err?.field?.slice(0, MAX_TEXT),
    details: envelope.err?.details,
    retryable: envelope.err?.retryable ?? false,
    isProven: true,
  })
}

export interface ReadAnswer {
  data: unknown
  /** What the data holds under names that are not carried; paths begin in the data. */
  leftOut: LeftOut[]
}

/** The data of a proven success; throws GameError for everything else. */
export function readAnswer(answer: DialAnswer, expected: Expected): ReadAnswer {
  const { status, body } = answer
  if (status >= 300 && status < 400)
    throw new GameError({ kind: 'garbage', status, msg: 'redirects are not followed' })
  const isProven = verifyResponse(
    { status, body, nonce: expected.nonce, hashKey: expected.hashKey },
    headerOf(answer.headers, SIGN_HEADER),
  )
  if (!isProven) throw unprovenError(answer, expected.call)
  const read = envelopeOf(answer, expected.call)
  const garbage = (msg: string) => new GameError({ kind: 'garbage', status, msg, isProven: true })
  if ('error' in read) throw read.error
  const { envelope, leftOut } = read
  if (envelope.status !== 0) throw refusalOf(envelope, status, expected)
  if (status >= 400) throw garbage(`success with HTTP ${status}`)
  return { data: envelope.data, leftOut: leftOutBelow(leftOut, ['data']) }
}
