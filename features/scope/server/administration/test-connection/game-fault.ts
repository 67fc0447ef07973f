import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { StepFault } from './test-report.ts'

/** What a failed call means, as a code: never the game's own words, which may repeat what was sent. */
export function faultOf(error: unknown): StepFault {
  if (!(error instanceof GameError)) throw error
  switch (error.kind) {
    case 'timeout':
      return new StepFault('timeout')
    case 'down':
      return new StepFault('down')
    case 'garbage':
      return new StepFault('garbage', { status: error.status ?? 0 })
    case 'bad_signature':
      return new StepFault(error.code === GAME_CODES.badSignature ? 'key_refused' : 'answer_signature')
    case 'clock_skew':
      return new StepFault('clock_refused')
    case 'refused':
      return refusalOf(error)
  }
}

function refusalOf(error: GameError): StepFault {
  if (error.code === GAME_CODES.notAllowed) return new StepFault('not_allowed')
  if (error.code === GAME_CODES.capabilityMissing) return new StepFault('capability')
  return new StepFault('refused', { code: error.code ?? 0 })
}
