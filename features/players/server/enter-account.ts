import { randomUUID } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { EnterInput, EnterResult, GameSocket } from '@qd/game-contract/adapter'
import type { ReachedServer } from '@qd/server-kit'
import { toAppError } from '@qd/server-kit'
import { playersErrors } from '../contract/index.ts'
import type { NewUserReply } from '../contract/index.ts'

export interface EnteredAccount {
  userId: string
  deviceId: string
  name: string
  c: NewUserReply['c']
}

/** Which gateway line a client hangs on; our own count, since the game only tells lines apart by it. */
let line = 0

async function nameOf({ players, target }: ReachedServer<'players'>, userId: string): Promise<string> {
  try {
    const [row] = await players.lookup(target, { by: 'uId', value: userId, exact: true, limit: 1 })
    return row?.name ?? ''
  } catch (error) {
    // The account exists; that its name can't be read now is no failure of making it.
    if (error instanceof GameError) return ''
    throw error
  }
}

/** From the moment Enter is sent, a lost connection leaves it open whether the account was made. */
function failureOf(error: unknown, isSent: boolean): unknown {
  if (!(error instanceof GameError)) return error
  const isOpen = isSent && (error.kind === 'timeout' || error.kind === 'down')
  return isOpen ? new AppError(playersErrors.player_create_unknown, { cause: error }) : toAppError(error)
}

async function enterOnce(reached: ReachedServer<'socket'>, device: EnterInput): Promise<EnterResult> {
  let socket: GameSocket | null = null
  try {
    socket = await reached.socket.open(reached.target, {})
    return await socket.enter(device)
  } catch (error) {
    throw failureOf(error, socket !== null)
  } finally {
    socket?.close()
  }
}

/** Enters with a device nobody has used, which makes an account (S3.11, S4.09). */
export async function enterAccount(
  reached: ReachedServer<'players' | 'socket'>,
  ip: string,
): Promise<EnteredAccount> {
  line = (line % 0x7f_ff_ff_ff) + 1
  const device = { deviceId: `qd-${randomUUID()}`, ver: '1.0.0', ip, fd: String(line) }
  const entered = await enterOnce(reached, device)
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
  return { userId, deviceId: device.deviceId, c, name: await nameOf(reached, userId) }
}
