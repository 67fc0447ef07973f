import { AppError } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { toAppError } from '@qd/server-kit'
import { dataEditErrors } from '../../contract/index.ts'

/** Refusals that mean something of their own to an editor of player data. */
const BY_CODE: ReadonlyMap<number | undefined, (typeof dataEditErrors)[keyof typeof dataEditErrors]> =
  new Map([
    [GAME_CODES.unknownPlayer, dataEditErrors.player_not_found],
    [GAME_CODES.unknownName, dataEditErrors.module_unknown],
    [GAME_CODES.onlineStateRefused, dataEditErrors.edit_refused],
    [GAME_CODES.validation, dataEditErrors.edit_refused],
    [GAME_CODES.limitExceeded, dataEditErrors.edit_refused],
    [GAME_CODES.duplicate, dataEditErrors.edit_refused],
    [GAME_CODES.full, dataEditErrors.edit_refused],
  ])

/** What a failed game call about a player is to our caller; anything else passes unchanged. */
export function gameFailure(error: unknown, uId = ''): unknown {
  if (!(error instanceof GameError)) return error
  const def = error.kind === 'refused' ? BY_CODE.get(error.code) : undefined
  if (def === undefined) return toAppError(error)
  return new AppError(def, {
    field: def === dataEditErrors.player_not_found ? 'uId' : error.field,
    params: { msg: error.msg, name: error.field ?? '', uId },
    details: { gameCode: error.code, gameMsg: error.msg },
    cause: error,
  })
}

/** Awaits a game call and translates its failure. */
export async function askGame<T>(call: Promise<T>, uId: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw gameFailure(error, uId)
  }
}
