import { AppError } from '@qd/contract-kit'
import { accessErrors } from '../../contract/index.ts'
import type { AccessModel, ModelGroup } from '../model/access-model.ts'
import type { Actor } from '../rules/actor.ts'
import { visibleGroups } from '../rules/group-rules.ts'

type Rule = (model: AccessModel, actor: Actor, group: ModelGroup) => boolean

/** The group, if the rule lets the actor at it; one out of sight is missing. `field` names it in refusals. */
export function findGroup(
  { model, actor }: { model: AccessModel; actor: Actor },
  { id, rule, field = 'groupId' }: { id: string; rule: Rule; field?: string },
): ModelGroup {
  const group = visibleGroups(model, actor).has(id) ? model.groups.get(id) : undefined
  if (group === undefined) throw new AppError(accessErrors.group_not_found, { field })
  if (!rule(model, actor, group)) throw new AppError(accessErrors.rights_exceeded, { field })
  return group
}
