import type { RoleGrant } from '../../contract/index.ts'
import type { Narrowing } from '../narrowing.ts'

export interface ModelRole {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly isBuiltIn: boolean
  readonly version: number
  /** Null: built in. */
  readonly createdBy: string | null
  readonly codes: readonly string[]
}

export interface ModelGroup {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly externalName: string | null
  readonly createdBy: string | null
  /** Its own; members also have those of the groups above. */
  readonly grants: readonly RoleGrant[]
  /** User ids. */
  readonly members: readonly string[]
  /** When memberships end by themselves, by user id; absent: never. */
  readonly memberEnds: ReadonlyMap<string, number>
}

/** All roles, groups and who holds what, as of one stamp; rules decide on it and never ask the store. */
export interface AccessModel {
  readonly stamp: number
  /** When the first grant or membership of it ends by itself: then it is true no more. */
  readonly goodUntil: number
  /** By code. */
  readonly roles: ReadonlyMap<string, ModelRole>
  /** By id. */
  readonly groups: ReadonlyMap<string, ModelGroup>
  /** Groups a user is a member of, by user id. */
  readonly memberships: ReadonlyMap<string, readonly ModelGroup[]>
  /** Own grants by user id. */
  readonly userGrants: ReadonlyMap<string, readonly RoleGrant[]>
  /** Who invited a user, by user id. */
  readonly inviters: ReadonlyMap<string, string>
  /** By what the codes of a role are narrowed. */
  readonly narrowing: Narrowing
}

/** Who is a member of what, read from the groups. */
export function membershipsOf(groups: Iterable<ModelGroup>): Map<string, ModelGroup[]> {
  const memberships = new Map<string, ModelGroup[]>()
  for (const group of groups) {
    for (const userId of group.members) {
      const joined = memberships.get(userId) ?? []
      joined.push(group)
      memberships.set(userId, joined)
    }
  }
  return memberships
}
