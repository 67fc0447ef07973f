import { editUser, readUsers } from '../../contract/index.ts'
import type { AccountView } from '@qd/session/contract'
import type { AccessModel } from '../model/access-model.ts'
import { groupsOfUser } from '../model/held-rights.ts'
import { isOwnAccount, seesGrant } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { visibleGroups } from '../rules/group-rules.ts'
import { mayGive, mayManageUser } from '../rules/user-rules.ts'

/** An account with what it holds, as far as the actor may see it. */
export function showUser(model: AccessModel, actor: Actor, account: AccountView) {
  const isSelf = isOwnAccount(actor, account)
  // What another account of theirs holds is shown as everybody's is.
  const isThis = account.id === actor.userId
  const { personId: _personId, ...shown } = account
  const seen = visibleGroups(model, actor)
  return {
    ...shown,
    isSelf,
    mayEdit: !isSelf && mayManageUser(model, actor, { userId: account.id, permission: editUser }),
    grants: (model.userGrants.get(account.id) ?? [])
      .filter((grant) => isThis || seesGrant(actor, readUsers, grant))
      .map((grant) => ({ ...grant, mayTake: !isSelf && mayGive(model, actor, grant) })),
    groups: groupsOfUser(model, account.id)
      .filter((group) => isThis || seen.has(group.id))
      .map(({ id, name }) => ({ id, name })),
  }
}
