import { assignGrants, editGroup, readGroups } from '../../contract/index.ts'
import type { AccessModel, ModelGroup } from '../model/access-model.ts'
import { grantsOfGroup, withAncestors, withDescendants } from '../model/held-rights.ts'
import type { HeldGrant } from '../model/held-rights.ts'
import { holdsAllOf, holdsEverywhere, seesGrant } from './actor.ts'
import type { Actor } from './actor.ts'

const holdsAll = (model: AccessModel, actor: Actor, held: readonly HeldGrant[]) =>
  held.every(({ grant }) => holdsAllOf(actor, model, { grant, permissions: [editGroup, assignGrants] }))

/**
 * Joining gives what the group and those above it give; leaving takes it. A group that gives nothing belongs
 * to who made it, and to those who edit groups everywhere.
 */
export function mayChangeMembers(model: AccessModel, actor: Actor, group: ModelGroup): boolean {
  const held = grantsOfGroup(model, group.id)
  if (held.length > 0) return holdsAll(model, actor, held)
  return group.createdBy === actor.userId || holdsEverywhere(actor, editGroup)
}

/** Name, place in the tree, mapping and end of a group: all it gives, and all that is given below it. */
export function mayManageGroup(model: AccessModel, actor: Actor, group: ModelGroup): boolean {
  const below = withDescendants(model, group.id).flatMap((each) =>
    each.grants.map((grant) => ({ grant, group: each })),
  )
  return mayChangeMembers(model, actor, group) && holdsAll(model, actor, below)
}

/** Groups whose rights reach into their scope, those they made, and the way from them up to the root. */
export function visibleGroups(model: AccessModel, actor: Actor): Set<string> {
  if (holdsEverywhere(actor, readGroups)) return new Set(model.groups.keys())
  const seen = [...model.groups.values()].filter(
    (group) =>
      group.createdBy === actor.userId ||
      grantsOfGroup(model, group.id).some(({ grant }) => seesGrant(actor, readGroups, grant)),
  )
  return new Set(seen.flatMap((group) => withAncestors(model, group.id)).map(({ id }) => id))
}
