import type { Grant } from '@qd/contract-kit'
import type { RoleGrant } from '../../contract/index.ts'
import { codesFor } from '../narrowing.ts'
import type { AccessModel, ModelGroup } from './access-model.ts'

/** Deepest group: a root is at depth 1. */
export const GROUP_DEPTH = 10

/** A grant somebody holds, and the group it comes from; null: their own. */
export interface HeldGrant {
  readonly grant: RoleGrant
  readonly group: ModelGroup | null
}

/** The group and those above it, itself first; ends at a missing or repeated parent. */
export function withAncestors(model: AccessModel, groupId: string): ModelGroup[] {
  const chain: ModelGroup[] = []
  let group = model.groups.get(groupId)
  while (group !== undefined && !chain.includes(group)) {
    chain.push(group)
    group = group.parentId === null ? undefined : model.groups.get(group.parentId)
  }
  return chain
}

/** The group and everything below it, itself first. */
export function withDescendants(model: AccessModel, groupId: string): ModelGroup[] {
  const children = Map.groupBy(model.groups.values(), ({ parentId }) => parentId)
  const root = model.groups.get(groupId)
  const found = new Set(root === undefined ? [] : [root])
  for (const group of found) for (const child of children.get(group.id) ?? []) found.add(child)
  return [...found]
}

/** What membership of a group gives: its grants and those of the groups above it. */
export function grantsOfGroup(model: AccessModel, groupId: string): HeldGrant[] {
  return withAncestors(model, groupId).flatMap((group) => group.grants.map((grant) => ({ grant, group })))
}

export function groupsOfUser(model: AccessModel, userId: string): readonly ModelGroup[] {
  return model.memberships.get(userId) ?? []
}

/** When a user's membership below this group ends: the last of them counts; undefined: never. */
function memberUntil(model: AccessModel, userId: string, groupId: string): number | undefined {
  const ends = groupsOfUser(model, userId)
    .filter((group) => withAncestors(model, group.id).some(({ id }) => id === groupId))
    .map(({ memberEnds }) => memberEnds.get(userId))
  return ends.includes(undefined) ? undefined : Math.max(...ends.map((end) => end ?? 0))
}

/** A grant of a group as a member holds it: until it ends, or their membership does. */
function asMember(grant: RoleGrant, memberEnd: number | undefined): RoleGrant {
  if (memberEnd === undefined) return grant
  return { ...grant, until: Math.min(memberEnd, grant.until ?? memberEnd) }
}

/** Everything a user holds, their own grants first; what two of their groups share is told once. */
export function heldByUser(model: AccessModel, userId: string): HeldGrant[] {
  const own = (model.userGrants.get(userId) ?? []).map((grant) => ({ grant, group: null }))
  const above = new Set(groupsOfUser(model, userId).flatMap((group) => withAncestors(model, group.id)))
  const ofGroups = [...above].flatMap((group) => {
    const end = memberUntil(model, userId, group.id)
    return group.grants.map((grant) => ({ grant: asMember(grant, end), group }))
  })
  return [...own, ...ofGroups]
}

/** A role grant with the permission keys it gives. */
export function expand(
  { roles, narrowing }: AccessModel,
  { role, scope, environment, resource }: RoleGrant,
): Grant {
  const codes = codesFor(narrowing, roles.get(role)?.codes ?? [], resource)
  return { scope, environment, codes, ...(resource === undefined ? {} : { resource }) }
}

/** Rights with the end they have by themselves. */
export interface EndingRight extends Grant {
  readonly until?: number | undefined
}

export function rightsOfUser(model: AccessModel, userId: string): EndingRight[] {
  return heldByUser(model, userId).map(({ grant }) => ({ ...expand(model, grant), until: grant.until }))
}

/** Who has a role or is touched by a group, directly or through groups. */
export function holdersOfRole(model: AccessModel, role: string): Set<string> {
  const holders = new Set<string>()
  for (const [userId, grants] of model.userGrants) {
    if (grants.some((grant) => grant.role === role)) holders.add(userId)
  }
  for (const group of model.groups.values()) {
    if (!group.grants.some((grant) => grant.role === role)) continue
    for (const userId of membersBelow(model, group.id)) holders.add(userId)
  }
  return holders
}

/** Members of the group and of all groups below it. */
export function membersBelow(model: AccessModel, groupId: string): Set<string> {
  return new Set(withDescendants(model, groupId).flatMap(({ members }) => members))
}

export const sameGrant = (left: RoleGrant, right: RoleGrant): boolean =>
  left.role === right.role &&
  left.scope === right.scope &&
  left.environment === right.environment &&
  left.resource?.kind === right.resource?.kind &&
  left.resource?.pattern === right.resource?.pattern
