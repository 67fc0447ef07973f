import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { StepFault } from './test-report.ts'

/**
 * What a failed call means, as a code with what the server itself has signed: its words, or the place of its answer
 * that breaks the contract. Nothing of any other answer is told (T1).
 */
export function faultOf(error: unknown): StepFault {
  if (!(error instanceof GameError)) throw error
  switch (error.kind) {
    case 'timeout':
      return new StepFault('timeout')
    case 'given_up':
      return new StepFault('given_up')
    case 'down':
      return new StepFault('down')
    case 'garbage':
      return garbageOf(error)
    case 'bad_signature':
      return new StepFault(error.code === GAME_CODES.badSignature ? 'key_refused' : 'answer_signature')
    case 'clock_skew':
      return new StepFault('clock_refused', wordsOf(error))
    case 'refused':
      return refusalOf(error)
  }
}

function garbageOf({ isProven, wrong, status = 0, msg }: GameError): StepFault {
  if (wrong !== undefined)
    return new StepFault(wrong.found === '' ? 'field_missing' : 'field_wrong', {
      ...wrong,
      field: wrong.field === '' ? 'data' : wrong.field,
    })
  return isProven ? new StepFault('answer_wrong', { why: msg }) : new StepFault('garbage', { status })
}

/** The server's own words, with the field they are about. */
function wordsOf({ isProven, msg, field = '' }: GameError): Record<string, string> {
  return isProven && (msg !== '' || field !== '') ? { words: msg, field } : {}
}

function refusalOf(error: GameError): StepFault {
  const words = wordsOf(error)
  if (error.code === GAME_CODES.notAllowed) return new StepFault('not_allowed', words)
  if (error.code === GAME_CODES.capabilityMissing) return new StepFault('capability', words)
  return new StepFault('refused', { code: error.code ?? 0, ...words })
}
