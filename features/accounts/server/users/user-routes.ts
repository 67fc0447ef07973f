import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import {
  disableUser,
  dropUserSecondFactor,
  endUserSessions,
  renewUserLink,
  tieUsers,
  untieUser,
  updateUser,
} from './change-user.ts'
import { inviteUser } from './invite-user.ts'
import { listUsers, showUserDetail } from './list-users.ts'

/** The administration of other people's accounts. */
export function userRoutes(deps: AccountsDeps): ServedRoute[] {
  const effect = 'store' as const
  return [
    serve(contract.userList, ({ body }, { caller }) => listUsers(deps, caller, body)),
    serve(contract.userDetail, ({ body }, { caller }) => showUserDetail(deps, caller, body.userId)),
    serve(contract.userInviteWays, () => ({ mail: deps.mail !== null })),
    serve(contract.userInvite, { effect, handle: ({ body }, ctx) => inviteUser(deps, body, ctx) }),
    serve(contract.userUpdate, { effect, handle: ({ body }, ctx) => updateUser(deps, body, ctx) }),
    serve(contract.userDisable, { effect, handle: ({ body }, ctx) => disableUser(deps, body, ctx) }),
    serve(contract.userLink, { effect, handle: ({ body }, ctx) => renewUserLink(deps, body.userId, ctx) }),
    serve(contract.userDropSecondFactor, {
      effect,
      handle: ({ body }, ctx) => dropUserSecondFactor(deps, body.userId, ctx),
    }),
    serve(contract.userTie, { effect, handle: ({ body }, ctx) => tieUsers(deps, body, ctx) }),
    serve(contract.userUntie, { effect, handle: ({ body }, ctx) => untieUser(deps, body.userId, ctx) }),
    serve(contract.userEndSessions, {
      effect,
      handle: ({ body }, ctx) => endUserSessions(deps, body.userId, ctx),
    }),
  ]
}
