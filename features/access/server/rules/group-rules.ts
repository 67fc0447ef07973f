import { assignGrants, editGroup, readGroups } from '../../contract/index.ts'
import type { AccessPicture, PictureGroup } from '../picture/access-picture.ts'
import { grantsOfGroup, withAncestors, withDescendants } from '../picture/held-rights.ts'
import type { HeldGrant } from '../picture/held-rights.ts'
import { holdsAllOf, holdsEverywhere, seesGrant } from './actor.ts'
import type { Actor } from './actor.ts'

const holdsAll = (picture: AccessPicture, actor: Actor, held: readonly HeldGrant[]) =>
  held.every(({ grant }) => holdsAllOf(actor, picture, { grant, permissions: [editGroup, assignGrants] }))

/**
 * Joining gives what the group and those above it give; leaving takes it. A group that gives nothing belongs
 * to who made it, and to those who edit groups everywhere.
 */
export function mayChangeMembers(picture: AccessPicture, actor: Actor, group: PictureGroup): boolean {
  const held = grantsOfGroup(picture, group.id)
  if (held.length > 0) return holdsAll(picture, actor, held)
  return group.createdBy === actor.userId || holdsEverywhere(actor, editGroup)
}

/** Name, place in the tree, mapping and end of a group: all it gives, and all that is given below it. */
export function mayManageGroup(picture: AccessPicture, actor: Actor, group: PictureGroup): boolean {
  const below = withDescendants(picture, group.id).flatMap((each) =>
    each.grants.map((grant) => ({ grant, group: each })),
  )
  return mayChangeMembers(picture, actor, group) && holdsAll(picture, actor, below)
}

/** Groups whose rights reach into his scope, those he made, and the way from them up to the root. */
export function visibleGroups(picture: AccessPicture, actor: Actor): Set<string> {
  if (holdsEverywhere(actor, readGroups)) return new Set(picture.groups.keys())
  const seen = [...picture.groups.values()].filter(
    (group) =>
      group.createdBy === actor.userId ||
      grantsOfGroup(picture, group.id).some(({ grant }) => seesGrant(actor, readGroups, grant)),
  )
  return new Set(seen.flatMap((group) => withAncestors(picture, group.id)).map(({ id }) => id))
}
