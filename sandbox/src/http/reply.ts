import { GAME_CODE_FACTS } from '@qd/game-contract'
import type { GameEnvelope } from '@qd/game-contract'
import { GameFailure } from '../game/game-failure.ts'
import type { Language } from '@qd/i18n'
import { saidIn } from '../texts/say.ts'

/** An answer before it is signed. */
export interface Answer {
  httpStatus: number
  body: string
}

function answerOf(httpStatus: number, envelope: GameEnvelope): Answer {
  return { httpStatus, body: JSON.stringify(envelope) }
}

export function successAnswer(data: unknown, requestId: string): Answer {
  return answerOf(200, { status: 0, msg: 'ok', data, requestId })
}

export function failureAnswer(failure: GameFailure, requestId: string, language: Language): Answer {
  const facts = GAME_CODE_FACTS[failure.code]
  return answerOf(failure.httpStatus ?? facts.httpStatus, {
    status: failure.code,
    msg: saidIn(language, failure.said),
    err: {
      code: failure.code,
      retryable: facts.isRetryable,
      field: failure.field,
      details: failure.details,
    },
    requestId,
  })
}

/** The stored answer of an earlier call under the same key, marked as such. */
export function replayedAnswer(stored: Answer): Answer {
  const envelope = JSON.parse(stored.body) as GameEnvelope
  return answerOf(stored.httpStatus, { ...envelope, replayed: true })
}
