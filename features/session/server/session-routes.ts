import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import { acceptLink, invitationState } from './links/accept-invitation.ts'
import { finishSignInLink } from './links/sign-in-links.ts'
import { isSetupOpen, setUpFirstAccount } from './accounts/first-setup.ts'
import { logIn } from './sign-in/log-in.ts'
import { logInByQuery } from './sign-in/log-in-by-query.ts'
import { logOut } from './sessions/log-out.ts'
import { signInSourceOf } from './sign-in/open-session.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { IDLE_MS } from './sessions/session-limits.ts'
import type { UseCaseDeps } from './use-case-deps.ts'
import { stepUpRoutes } from './step-up/step-up-routes.ts'
import { createUserInfoMemory } from './sessions/user-info.ts'

const sourceOf = ({ requestId, address }: CallContext) => ({ requestId, address })

/** Table of contents of the session's calls. */
export function sessionRoutes(deps: UseCaseDeps): ServedRoute[] {
  const userInfo = createUserInfoMemory(deps)
  return [
    serve(contract.login, ({ body }, ctx) =>
      logIn(deps, body, { ...signInSourceOf(ctx, deps.publicUrl), isByQuery: false }),
    ),
    serve(contract.loginByQuery, ({ query }, ctx) => logInByQuery(deps, query, ctx)),
    serve(contract.logout, (_input, ctx) => logOut(deps, ctx.callerOrNull, sourceOf(ctx))),
    serve(contract.ticket, (_input, ctx) => deps.tickets.issue(ctx.caller.sessionId)),
    serve(contract.getUserInfo, (_input, ctx) => userInfo(ctx.caller)),
    serve(contract.setupState, async ({ body }) => ({
      open: await isSetupOpen(deps, body.code),
      passwordMin: deps.policy.min,
    })),
    serve(contract.getInvitation, ({ body }) => invitationState(deps, body.code)),
    serve(contract.acceptInvitation, ({ body }, ctx) =>
      acceptLink(deps, body, signInSourceOf(ctx, deps.publicUrl)),
    ),
    serve(contract.signInByLink, ({ body }, ctx) =>
      finishSignInLink(deps, body.code, signInSourceOf(ctx, deps.publicUrl)),
    ),
    serve(contract.touch, (_input, { caller }) => ({
      expiresAt: caller.expiresAt ?? 0,
      idleMs: IDLE_MS,
    })),
    serve(contract.setup, async ({ body }, ctx) => {
      await setUpFirstAccount(deps, body, sourceOf(ctx))
      return null
    }),
    ...secondFactorRoutes(deps),
    ...stepUpRoutes(deps),
  ]
}
