import { AppError } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessTables } from '../access-tables.ts'
import { administer } from '../administer.ts'
import { inWords, versionOf } from '../change-grants.ts'
import { withDescendants } from '../model/held-rights.ts'
import { rightsFacts } from '../approval-facts.ts'
import { rightsChanged } from '../rights-changed.ts'
import { mayManageGroup } from '../rules/group-rules.ts'
import { findGroup } from './find-group.ts'

/** A group without groups below it goes, and with it what it gave to its members. */
export async function deleteGroup(deps: UseCaseDeps, groupId: string, ctx: CallContext): Promise<null> {
  await administer(deps, ctx, async (decision) => {
    const { model, commit } = decision
    const group = findGroup(decision, { id: groupId, rule: mayManageGroup })
    if (withDescendants(model, groupId).length > 1) {
      throw new AppError(accessErrors.group_has_children, { field: 'groupId', params: { name: group.name } })
    }
    const { name, grants } = group
    const before = { name, grants: inWords(grants), members: group.members.length }
    ctx.changed(before, null)
    await ctx.approve(
      rightsFacts({
        title: { key: 'access.title.groupDelete', params: { name } },
        object: objectKey('group', groupId),
        version: versionOf([...group.members, ...inWords(grants)]),
        before,
        after: null,
        grants,
      }),
    )
    await commit(async (tx: Kysely<AccessTables>) => {
      await tx.deleteFrom('user_group').where('id', '=', groupId).execute()
      await rightsChanged(deps, ctx, { tx, userIds: group.members })
    })
  })
  return null
}
