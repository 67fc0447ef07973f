import { DEFAULT_LANGUAGE, textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { gameEnvelope } from '@qd/game-contract'
import type { GameEnvelope } from '@qd/game-contract'
import { leftOutBelow } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import { GameError } from '@qd/game-contract/adapter'
import type { DialAnswer, GameErrorKind } from '@qd/game-contract/adapter'
import { headerOf, SIGN_HEADER, verifyResponse } from '@qd/game-contract/signing'
import { readJson } from './read-json.ts'

/** What a game says to people; more is noise in a log. */
const MAX_TEXT = 2000

interface Expected {
  nonce: string
  hashKey: string
  /** The language refusals are read in. */
  language?: Language | undefined
}

function envelopeOf(answer: DialAnswer): { envelope: GameEnvelope; leftOut: LeftOut[] } | string {
  const json = readJson(answer.body)
  if (!json.ok) return json.reason
  const envelope = gameEnvelope.safeParse(json.value)
  if (!envelope.success) return 'not the envelope of the contract'
  return { envelope: envelope.data, leftOut: json.leftOut }
}

/** A proxy before a dead game answers in its own words and cannot sign. */
function isProxyOfDeadGame(answer: DialAnswer): boolean {
  return answer.status === 502 || answer.status === 503 || answer.status === 504
}

function unprovenError(answer: DialAnswer): GameError {
  const { status } = answer
  if (headerOf(answer.headers, SIGN_HEADER) !== null) {
    return new GameError({ kind: 'bad_signature', status, msg: 'the answer does not carry our signature' })
  }
  const read = envelopeOf(answer)
  if (typeof read !== 'string') {
    const code = read.envelope.err?.code ?? read.envelope.status
    // A server that does not know our key cannot sign; whoever says so, no call can succeed.
    if (code === 1001)
      return new GameError({ kind: 'bad_signature', status, code, msg: 'our key was refused' })
    return new GameError({ kind: 'bad_signature', status, msg: 'the answer is not signed' })
  }
  if (isProxyOfDeadGame(answer))
    return new GameError({ kind: 'down', status, msg: `a proxy answered ${status}` })
  return new GameError({ kind: 'garbage', status, msg: read })
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
  if (!isProven) throw unprovenError(answer)
  const read = envelopeOf(answer)
  const garbage = (msg: string) => new GameError({ kind: 'garbage', status, msg, isProven: true })
  if (typeof read === 'string') throw garbage(read)
  const { envelope, leftOut } = read
  if (envelope.status !== 0) throw refusalOf(envelope, status, expected)
  if (status >= 400) throw garbage(`success with HTTP ${status}`)
  return { data: envelope.data, leftOut: leftOutBelow(leftOut, ['data']) }
}
