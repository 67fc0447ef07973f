import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import { GAME_CODES } from '@qd/game-contract'
import { toAppError, uuidv7 } from '@qd/server-kit'
import type { CallContext, ReachedServer } from '@qd/server-kit'
import { playersErrors } from '../contract/index.ts'
import type { NewUserReply } from '../contract/index.ts'

const NAME_REFUSALS: ReadonlySet<number | undefined> = new Set([
  GAME_CODES.validation,
  GAME_CODES.duplicate,
  GAME_CODES.limitExceeded,
])

function failureOf(error: unknown): unknown {
  if (!(error instanceof GameError)) return error
  if (error.kind === 'timeout') return new AppError(playersErrors.player_create_unknown, { cause: error })
  if (error.kind !== 'refused' || !NAME_REFUSALS.has(error.code)) return toAppError(error)
  return new AppError(playersErrors.player_create_failed, {
    field: 'name',
    params: { msg: error.msg },
    data: { reqMsg: JSON.stringify({ code: error.code, msg: error.msg, field: error.field ?? 'name' }) },
    details: { gameCode: error.code, gameMsg: error.msg },
    cause: error,
  })
}

/** Accounts with a chosen name: Enter has no field for one, so the game is asked to make them. */
export async function createNamed(
  { accounts, target }: ReachedServer<'accounts'>,
  wanted: { name: string; count: number; reason: string },
  { caller, requestId }: CallContext,
): Promise<NewUserReply> {
  const { name, count, reason } = wanted
  const operator = { opId: caller.userId, user: caller.username, reason, requestId }
  try {
    const { users } = await accounts.create(target, {
      name,
      count,
      operator,
      idempotencyKey: uuidv7(),
    })
    const first = users[0]
    if (first === undefined) throw new GameError({ kind: 'garbage', msg: 'no account in the answer' })
    return { userId: first.userId, c: [], users, failed: [] }
  } catch (error) {
    throw failureOf(error)
  }
}
