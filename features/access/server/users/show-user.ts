import { editUser, readUsers } from '../../contract/index.ts'
import type { AccountView } from '@qd/session/contract'
import type { AccessPicture } from '../picture/access-picture.ts'
import { groupsOfUser } from '../picture/held-rights.ts'
import { seesGrant } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { visibleGroups } from '../rules/group-rules.ts'
import { mayGive, mayManageUser } from '../rules/user-rules.ts'

/** An account with what it holds, as far as the actor may see it. */
export function showUser(picture: AccessPicture, actor: Actor, account: AccountView) {
  const isSelf = account.id === actor.userId
  const seen = visibleGroups(picture, actor)
  return {
    ...account,
    isSelf,
    mayEdit: mayManageUser(picture, actor, { userId: account.id, permission: editUser }),
    grants: (picture.userGrants.get(account.id) ?? [])
      .filter((grant) => isSelf || seesGrant(actor, readUsers, grant))
      .map((grant) => ({ ...grant, mayTake: !isSelf && mayGive(picture, actor, grant) })),
    groups: groupsOfUser(picture, account.id)
      .filter((group) => isSelf || seen.has(group.id))
      .map(({ id, name }) => ({ id, name })),
  }
}
