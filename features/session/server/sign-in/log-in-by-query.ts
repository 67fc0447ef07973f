import { AppError } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { sessionErrors } from '../../contract/index.ts'
import type { LoginReply } from '../../contract/index.ts'
import { logIn } from './log-in.ts'
import type { Credentials } from './log-in.ts'
import { signInSourceOf } from './open-session.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

/** The GET form of S7.02. A navigation is refused: its address, password included, would stay in the history. */
export async function logInByQuery(
  deps: UseCaseDeps,
  given: Credentials,
  ctx: CallContext,
): Promise<LoginReply> {
  void ctx.reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  if (!deps.loginGet) throw new AppError(sessionErrors.login_get_disabled)
  const { headers } = ctx.request
  if (headers['sec-fetch-mode'] === 'navigate' || headers['sec-fetch-dest'] === 'document') {
    throw new AppError(sessionErrors.login_navigation_refused)
  }
  return logIn(deps, given, { ...signInSourceOf(ctx, deps.publicUrl), isByQuery: true })
}
