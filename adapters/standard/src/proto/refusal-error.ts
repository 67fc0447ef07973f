import { GameError } from '@qd/game-contract/adapter'

const SAID = 'the definition was refused: '

/** What a signed answer proved bad, so that it may be remembered; a reason that was remembered says so once. */
export function refusalError(reason: string): GameError {
  const msg = reason.startsWith(SAID) ? reason : `${SAID}${reason}`
  return new GameError({ kind: 'garbage', msg, isProven: true })
}
