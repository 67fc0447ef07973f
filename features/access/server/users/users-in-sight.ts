import { readUsers } from '../../contract/index.ts'
import type { RightsSource } from '../../contract/index.ts'
import type { AccessModel } from '../model/access-model.ts'
import { expand, heldByUser, holdersOfRole, membersBelow } from '../model/held-rights.ts'
import { holdsEverywhere, seesGrant } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { maySeeUser } from '../rules/user-rules.ts'

/** By what rights a list of users is narrowed. */
export interface RightsFilter {
  role?: string | undefined
  groupId?: string | undefined
}

function visibleUsers(model: AccessModel, actor: Actor): Set<string> | null {
  if (holdsEverywhere(actor, readUsers)) return null
  const known = [model.userGrants, model.memberships, model.inviters].flatMap((map) => [...map.keys()])
  return new Set([...known, actor.userId].filter((userId) => maySeeUser(model, actor, userId)))
}

/** The ids to look among; undefined: all accounts. */
export function usersInSight(
  model: AccessModel,
  actor: Actor,
  { role, groupId }: RightsFilter,
): string[] | undefined {
  const sets = [
    visibleUsers(model, actor),
    role === undefined ? null : holdersOfRole(model, role),
    groupId === undefined ? null : membersBelow(model, groupId),
  ].filter((set) => set !== null)
  const [first, ...others] = sets
  return first === undefined ? undefined : [...first].filter((id) => others.every((set) => set.has(id)))
}

/** The reason for each right somebody holds, as far as the actor may see it. */
export function sourcesInSight(model: AccessModel, actor: Actor, userId: string): RightsSource[] {
  const isShown = ({ grant }: ReturnType<typeof heldByUser>[number]) =>
    userId === actor.userId || seesGrant(actor, readUsers, grant)
  return heldByUser(model, userId)
    .filter(isShown)
    .map(({ grant, group }) => {
      const role = model.roles.get(grant.role)
      return {
        ...grant,
        roleName: role?.name ?? grant.role,
        isBuiltIn: role?.isBuiltIn ?? false,
        group: group === null ? null : { id: group.id, name: group.name },
        codes: [...expand(model, grant).codes],
      }
    })
}
