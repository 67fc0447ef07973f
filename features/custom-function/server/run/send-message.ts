import { GameError } from '@qd/game-contract/adapter'
import type { GameSocket } from '@qd/game-contract/adapter'
import type { NextAction } from '@qd/function-steps'
import { changedNothing } from '@qd/server-kit'
import type { ReachedServer } from '@qd/server-kit'
import type { RunContext } from '../function-deps.ts'
import { playerIn } from './runnable.ts'

type MessageAction = Extract<NextAction, { kind: 'message' }>

export type MessageOutcome =
  | { status: 'done'; body: unknown }
  | { status: 'failed'; code: string; msg: string }
  | { status: 'unknown'; msg: string }

const failed = (code: string, msg: string): MessageOutcome => ({ status: 'failed', code, msg })

/** An account nobody has would be made by entering with it, so it is looked up first. */
async function isAccountOf(
  { players, target }: ReachedServer<'players'>,
  account: string,
  uId: string,
): Promise<boolean> {
  const rows = await players.lookup(target, { by: 'account', value: account, limit: 1 })
  return rows.some((row) => row.uId === uId)
}

async function sent(socket: GameSocket, cmd: number, body: unknown): Promise<MessageOutcome> {
  try {
    const frame = await socket.send({ cmd, body })
    if (frame.status === 0 && frame.bodyError === undefined) return { status: 'done', body: frame.body }
    return failed(
      'message_refused',
      JSON.stringify(frame.body ?? frame.bodyError ?? frame.status).slice(0, 500),
    )
  } catch (error) {
    if (error instanceof GameError && !changedNothing(error)) return { status: 'unknown', msg: error.msg }
    throw error
  }
}

/** Enters the game as the player, sends one message and waits for its reply; rejects with GameError before it is sent. */
export async function sendMessage(
  reached: ReachedServer<'players' | 'proto' | 'socket'>,
  ctx: RunContext,
  action: MessageAction,
): Promise<MessageOutcome> {
  const uId = playerIn(ctx)
  const { target } = reached
  const { cmds } = await reached.proto.read(target)
  const command = cmds.find(({ name, req }) => name === action.cmd && req !== '')
  if (command === undefined)
    return failed('message_unknown', ctx.text('function.fault.message_unknown', { detail: action.cmd }))
  if (!(await isAccountOf(reached, action.account, uId))) {
    return failed('account_foreign', ctx.text('function.run.accountForeign'))
  }
  const socket = await reached.socket.open(target, {}, { signal: ctx.signal })
  try {
    const entered = await socket.enter({ deviceId: action.account, ver: 'quarterdeck', ip: '', fd: '0' })
    if (!entered.ok) return failed('enter_refused', entered.msg)
    if (entered.userId !== uId) return failed('account_foreign', ctx.text('function.run.accountForeign'))
    return await sent(socket, command.cmd, action.body)
  } finally {
    socket.close()
  }
}
