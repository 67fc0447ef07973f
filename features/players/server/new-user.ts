import { AppError, coreErrors } from '@qd/contract-kit'
import type { CallContext, ReachPort } from '@qd/server-kit'
import type { NewUserReply } from '../contract/index.ts'
import { createNamed } from './create-named.ts'
import { enterAccount } from './enter-account.ts'
import type { EnteredAccount } from './enter-account.ts'

export interface WantedUsers {
  name: string
  count: number
  reason: string
}

function failureRow(error: AppError, ctx: CallContext): NewUserReply['failed'][number] {
  const data = error.data as { reqMsg?: string } | null
  return {
    status: error.def.status,
    code: error.def.code,
    msg: String(error.params['msg'] ?? ctx.text('newUser.stopped')),
    reqMsg: data?.reqMsg ?? '',
  }
}

/** Enters one after the other and stops at the first failure; what was made before it is told with it. */
async function enterMany(
  enter: () => Promise<EnteredAccount>,
  count: number,
  ctx: CallContext,
): Promise<NewUserReply> {
  const made: EnteredAccount[] = []
  const failed: NewUserReply['failed'] = []
  while (made.length < count && failed.length === 0) {
    try {
      made.push(await enter())
    } catch (error) {
      if (made.length === 0 || !(error instanceof AppError)) throw error
      failed.push(failureRow(error, ctx))
    }
  }
  const users = made.map(({ userId, name }) => ({ userId, name }))
  return { userId: made[0]?.userId ?? '', c: made[0]?.c ?? [], users, failed }
}

/** Makes accounts by connection info, socket and Enter, named ones by the game's own call (S4.09, S5.04). */
export async function handleNewUser(
  reach: ReachPort<'accounts' | 'players' | 'socket'>,
  { name, count, reason }: WantedUsers,
  ctx: CallContext,
): Promise<NewUserReply> {
  if (ctx.place.server === undefined) throw new AppError(coreErrors.server_required)
  const reached = await reach.reach(ctx.place.server)
  const reply =
    name === ''
      ? await enterMany(() => enterAccount(reached, ctx.address), count, ctx)
      : await createNamed(reached, { name, count, reason }, ctx)
  ctx.note({ users: reply.users, failed: reply.failed })
  return reply
}
