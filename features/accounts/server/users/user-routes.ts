import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import {
  disableUser,
  dropUserSecondFactor,
  endUserSessions,
  renewUserLink,
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
    serve(contract.userInvite, { effect, handle: ({ body }, ctx) => inviteUser(deps, ctx, body) }),
    serve(contract.userUpdate, { effect, handle: ({ body }, ctx) => updateUser(deps, ctx, body) }),
    serve(contract.userDisable, { effect, handle: ({ body }, ctx) => disableUser(deps, ctx, body) }),
    serve(contract.userLink, { effect, handle: ({ body }, ctx) => renewUserLink(deps, ctx, body.userId) }),
    serve(contract.userDropSecondFactor, {
      effect,
      handle: ({ body }, ctx) => dropUserSecondFactor(deps, ctx, body.userId),
    }),
    serve(contract.userEndSessions, {
      effect,
      handle: ({ body }, ctx) => endUserSessions(deps, ctx, body.userId),
    }),
  ]
}
