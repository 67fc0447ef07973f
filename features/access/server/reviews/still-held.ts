import { parseJsonText } from '@qd/canonical-json'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessModel } from '../model/access-model.ts'
import { sameGrant } from '../model/held-rights.ts'
import type { ItemRow } from './find-review.ts'

export const grantsOf = ({ grants }: Pick<ItemRow, 'grants'>) =>
  parseJsonText(grants) as (RoleGrant & { roleName: string })[]

/** Whether what an item tells of is held now. */
export function isStillHeld(
  model: AccessModel,
  row: Pick<ItemRow, 'kind' | 'user_id' | 'group_id' | 'grants'>,
): boolean {
  const { kind, user_id: userId, group_id: groupId } = row
  if (kind === 'membership') {
    return (model.memberships.get(userId ?? '') ?? []).some(({ id }) => id === groupId)
  }
  const held = kind === 'grant' ? model.userGrants.get(userId ?? '') : model.groups.get(groupId ?? '')?.grants
  const [grant] = grantsOf(row)
  return grant !== undefined && (held ?? []).some((each) => sameGrant(each, grant))
}
