import { randomUUID } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { ReachedServer } from '@qd/server-kit'
import { toAppError } from '@qd/server-kit'
import { playersErrors } from '../contract/index.ts'
import type { NewUserReply } from '../contract/index.ts'

export interface EnteredAccount {
  userId: string
  name: string
  c: NewUserReply['c']
}

/** Which gateway line a client hangs on; our own count, since the game only tells lines apart by it. */
let line = 0

async function nameOf({ adapter, target }: ReachedServer, userId: string): Promise<string> {
  try {
    const [row] = await adapter.lookup(target, { by: 'uId', value: userId, exact: true, limit: 1 })
    return row?.name ?? ''
  } catch (error) {
    // The account exists; that its name can't be read now is no failure of making it.
    if (error instanceof GameError) return ''
    throw error
  }
}

/** Enters with a device nobody has used, which makes an account (S3.11, S4.09). */
export async function enterAccount(reached: ReachedServer, ip: string): Promise<EnteredAccount> {
  const { adapter, target } = reached
  line = (line % 0x7f_ff_ff_ff) + 1
  const device = { deviceId: `qd-${randomUUID()}`, ver: '1.0.0', ip, fd: String(line) }
  let entered
  try {
    entered = await adapter.enter(target, device)
  } catch (error) {
    if (!(error instanceof GameError)) throw error
    if (error.kind !== 'timeout') throw toAppError(error)
    throw new AppError(playersErrors.player_create_unknown, { cause: error })
  }
  if (!entered.ok) {
    const { code, status, msg, reqMsg } = entered
    throw new AppError(playersErrors.player_create_failed, {
      params: { msg },
      // JSON text always, also for games that put plain words there or nothing at all (S3.10).
      data: { reqMsg: JSON.stringify(reqMsg === '' ? { code, msg } : reqMsg) },
      details: { gameCode: code, gameStatus: status, gameMsg: msg },
    })
  }
  const { userId, c } = entered
  return { userId, c, name: await nameOf(reached, userId) }
}
