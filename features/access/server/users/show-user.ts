import { editUser, readUsers } from '../../contract/index.ts'
import type { AccountView } from '@qd/session/contract'
import type { AccessModel } from '../model/access-model.ts'
import { groupsOfUser } from '../model/held-rights.ts'
import { seesGrant } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { visibleGroups } from '../rules/group-rules.ts'
import { mayGive, mayManageUser } from '../rules/user-rules.ts'

/** An account with what it holds, as far as the actor may see it. */
export function showUser(model: AccessModel, actor: Actor, account: AccountView) {
  const isSelf = account.id === actor.userId
  const seen = visibleGroups(model, actor)
  return {
    ...account,
    isSelf,
    mayEdit: mayManageUser(model, actor, { userId: account.id, permission: editUser }),
    grants: (model.userGrants.get(account.id) ?? [])
      .filter((grant) => isSelf || seesGrant(actor, readUsers, grant))
      .map((grant) => ({ ...grant, mayTake: !isSelf && mayGive(model, actor, grant) })),
    groups: groupsOfUser(model, account.id)
      .filter((group) => isSelf || seen.has(group.id))
      .map(({ id, name }) => ({ id, name })),
  }
}
