import { AppError, coreErrors } from '@qd/contract-kit'
import type { CallContext, CatalogueServer, ReachPort } from '@qd/server-kit'
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

export interface NewUserDeps {
  reach: ReachPort<'accounts' | 'players' | 'socket'>
  /** Address of the socket that accounts are made through, in place of the server's own; empty for none (S3.14). */
  userWs?: string | undefined
  /** Told of each player who was made by entering, with the device that enters as them again. */
  onMade?: ((made: { server: CatalogueServer; uId: string; deviceId: string }) => Promise<void>) | undefined
}

/** Makes accounts by connection info, socket and Enter, named ones by the game's own call (S4.09, S5.04). */
export async function handleNewUser(
  { reach, userWs = '', onMade }: NewUserDeps,
  { name, count, reason }: WantedUsers,
  ctx: CallContext,
): Promise<NewUserReply> {
  const { server } = ctx.place
  if (server === undefined) throw new AppError(coreErrors.server_required)
  const reached = await reach.reach(server)
  // The networks stay those of the server's record: whoever may not be reached there is not reached here either.
  const entered = userWs === '' ? reached : { ...reached, target: { ...reached.target, ws: userWs } }
  const enter = async () => {
    const made = await enterAccount(entered, ctx.address)
    await onMade?.({ server, uId: made.userId, deviceId: made.deviceId })
    return made
  }
  const reply =
    name === ''
      ? await enterMany(enter, count, ctx)
      : await createNamed(reached, { name, count, reason }, ctx)
  ctx.note({ users: reply.users, failed: reply.failed })
  return reply
}
