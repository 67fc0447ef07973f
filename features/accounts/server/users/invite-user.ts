import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { OneTimeLinkView, userInvite } from '../../contract/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'

type Invitation = RouteInput<typeof userInvite>['body']

/** Makes an account with its first rights and gives the link by which its owner sets their password. */
export function inviteUser(
  { accounts, rights }: AccountsDeps,
  { grants, groupIds, ...user }: Invitation,
  ctx: CallContext,
): Promise<OneTimeLinkView> {
  return rights.administer(ctx, async ({ commit, firstRights }) => {
    const first = firstRights({ grants, groupIds })
    ctx.changed(null, { ...user, ...first.words })
    return accounts.invite(commit, user, first.write)
  })
}
