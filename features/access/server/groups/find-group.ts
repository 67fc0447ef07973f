import { AppError } from '@qd/contract-kit'
import { accessErrors } from '../../contract/index.ts'
import type { AccessPicture, PictureGroup } from '../picture/access-picture.ts'
import type { Actor } from '../rules/actor.ts'
import { visibleGroups } from '../rules/group-rules.ts'

type Rule = (picture: AccessPicture, actor: Actor, group: PictureGroup) => boolean

/** The group, if the rule lets the actor at it; one out of sight is missing. `field` names it in refusals. */
export function findGroup(
  { picture, actor }: { picture: AccessPicture; actor: Actor },
  { id, rule, field = 'groupId' }: { id: string; rule: Rule; field?: string },
): PictureGroup {
  const group = visibleGroups(picture, actor).has(id) ? picture.groups.get(id) : undefined
  if (group === undefined) throw new AppError(accessErrors.group_not_found, { field })
  if (!rule(picture, actor, group)) throw new AppError(accessErrors.rights_exceeded, { field })
  return group
}
