import { AppError } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { accessErrors, readGroups } from '../../contract/index.ts'
import type { GroupView, groupMembers } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessModel, ModelGroup } from '../model/access-model.ts'
import { loadModel } from '../model/load-model.ts'
import { actorOf, isOwnAccount, seesGrant } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { mayChangeMembers, mayManageGroup, visibleGroups } from '../rules/group-rules.ts'
import { mayGive, maySeeUser } from '../rules/user-rules.ts'

function showGroup(model: AccessModel, actor: Actor, group: ModelGroup): GroupView {
  const { id, name, parentId } = group
  return {
    id,
    name,
    parentId,
    externalName: group.externalName ?? '',
    members: group.members.length,
    grants: group.grants
      .filter((grant) => seesGrant(actor, readGroups, grant))
      .map((grant) => ({ ...grant, mayTake: mayGive(model, actor, grant) })),
    mayEdit: mayManageGroup(model, actor, group),
    mayChangeMembers: mayChangeMembers(model, actor, group),
  }
}

/** The groups in sight, parents before children, siblings by name. */
export async function showGroupTree(deps: UseCaseDeps, caller: Caller): Promise<GroupView[]> {
  const model = await loadModel(deps)
  const actor = actorOf(model, caller)
  const seen = visibleGroups(model, actor)
  // Not by the database: its order of text differs between SQLite and PostgreSQL.
  const groups = [...model.groups.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
  const children = Map.groupBy(
    groups.filter(({ id }) => seen.has(id)),
    ({ parentId }) => parentId,
  )
  const ordered = new Set(children.get(null))
  const below = (group: ModelGroup): ModelGroup[] => [group, ...(children.get(group.id) ?? []).flatMap(below)]
  return [...ordered].flatMap(below).map((group) => showGroup(model, actor, group))
}

/** Members of one group, as far as the caller may see them; the first 500. */
export async function listMembers(
  deps: UseCaseDeps,
  caller: Caller,
  groupId: string,
): Promise<RouteReply<typeof groupMembers>> {
  const model = await loadModel(deps)
  const actor = actorOf(model, caller)
  const group = visibleGroups(model, actor).has(groupId) ? model.groups.get(groupId) : undefined
  if (group === undefined) throw new AppError(accessErrors.group_not_found, { field: 'groupId' })
  const ids = group.members.filter((userId) => maySeeUser(model, actor, userId))
  const { list } = await deps.accounts().list({ ids, page: 1, pageSize: 500 })
  return list.map((account) => {
    const { id, username, name } = account
    const until = group.memberEnds.get(id)
    return {
      id,
      username,
      name,
      isSelf: isOwnAccount(actor, account),
      ...(until === undefined ? {} : { until }),
    }
  })
}
