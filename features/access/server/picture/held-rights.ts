import type { Grant } from '@qd/contract-kit'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessPicture, PictureGroup } from './access-picture.ts'

/** Deepest group: a root is at depth 1. */
export const GROUP_DEPTH = 10

/** A grant somebody holds, and the group it comes from; null: his own. */
export interface HeldGrant {
  readonly grant: RoleGrant
  readonly group: PictureGroup | null
}

/** The group and those above it, itself first; ends at a missing or repeated parent. */
export function withAncestors(picture: AccessPicture, groupId: string): PictureGroup[] {
  const chain: PictureGroup[] = []
  let group = picture.groups.get(groupId)
  while (group !== undefined && !chain.includes(group)) {
    chain.push(group)
    group = group.parentId === null ? undefined : picture.groups.get(group.parentId)
  }
  return chain
}

/** The group and everything below it, itself first. */
export function withDescendants(picture: AccessPicture, groupId: string): PictureGroup[] {
  const children = Map.groupBy(picture.groups.values(), ({ parentId }) => parentId)
  const root = picture.groups.get(groupId)
  const found = new Set(root === undefined ? [] : [root])
  for (const group of found) for (const child of children.get(group.id) ?? []) found.add(child)
  return [...found]
}

/** What membership of a group gives: its grants and those of the groups above it. */
export function grantsOfGroup(picture: AccessPicture, groupId: string): HeldGrant[] {
  return withAncestors(picture, groupId).flatMap((group) => group.grants.map((grant) => ({ grant, group })))
}

export function groupsOfUser(picture: AccessPicture, userId: string): readonly PictureGroup[] {
  return picture.memberships.get(userId) ?? []
}

/** Everything a user holds, his own grants first; what two of his groups share is told once. */
export function heldByUser(picture: AccessPicture, userId: string): HeldGrant[] {
  const own = (picture.userGrants.get(userId) ?? []).map((grant) => ({ grant, group: null }))
  const above = new Set(groupsOfUser(picture, userId).flatMap((group) => withAncestors(picture, group.id)))
  return [...own, ...[...above].flatMap((group) => group.grants.map((grant) => ({ grant, group })))]
}

/** A role grant with the permission keys of its role. */
export function expand(picture: AccessPicture, { role, scope, environment }: RoleGrant): Grant {
  return { scope, environment, codes: picture.roles.get(role)?.codes ?? [] }
}

export function rightsOfUser(picture: AccessPicture, userId: string): Grant[] {
  return heldByUser(picture, userId).map(({ grant }) => expand(picture, grant))
}

/** Who has a role or is touched by a group, by himself or through groups. */
export function holdersOfRole(picture: AccessPicture, role: string): Set<string> {
  const holders = new Set<string>()
  for (const [userId, grants] of picture.userGrants) {
    if (grants.some((grant) => grant.role === role)) holders.add(userId)
  }
  for (const group of picture.groups.values()) {
    if (!group.grants.some((grant) => grant.role === role)) continue
    for (const userId of membersBelow(picture, group.id)) holders.add(userId)
  }
  return holders
}

/** Members of the group and of all groups below it. */
export function membersBelow(picture: AccessPicture, groupId: string): Set<string> {
  return new Set(withDescendants(picture, groupId).flatMap(({ members }) => members))
}

export const sameGrant = (left: RoleGrant, right: RoleGrant): boolean =>
  left.role === right.role && left.scope === right.scope && left.environment === right.environment
