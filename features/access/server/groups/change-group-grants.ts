import type { RouteInput } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { groupGrants } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { administer } from '../administer.ts'
import {
  changedGrants,
  checkGrantChange,
  inWords,
  refuseSuperRole,
  versionOf,
  writeGrantChange,
} from '../change-grants.ts'
import { membersBelow } from '../model/held-rights.ts'
import { rightsFacts } from '../approval-facts.ts'
import { rightsChanged } from '../rights-changed.ts'
import { findGroup } from './find-group.ts'

/** Gives and takes grants for everybody in the group and below it, of what the caller holds. */
export async function changeGroupGrants(
  deps: UseCaseDeps,
  { groupId, ...change }: RouteInput<typeof groupGrants>['body'],
  ctx: CallContext,
): Promise<null> {
  await administer(deps, ctx, async (decision) => {
    const { model, actor, commit } = decision
    const group = findGroup(decision, { id: groupId, rule: () => true })
    refuseSuperRole(change.give, 'give')
    checkGrantChange(model, actor, { ...change, atMs: deps.nowMs() })
    ctx.note({ group: group.name })
    const after = inWords(changedGrants(group.grants, change))
    ctx.changed({ grants: inWords(group.grants) }, { grants: after })
    await ctx.approve(
      rightsFacts({
        title: { key: 'access.title.grants', params: { name: group.name } },
        object: objectKey('group', groupId),
        version: versionOf(inWords(group.grants)),
        before: { grants: inWords(group.grants) },
        after: { grants: after },
        grants: [...change.give, ...change.take],
      }),
    )
    if (change.give.length > 0) await ctx.askStepUp()
    await commit(async (tx) => {
      await writeGrantChange(tx, model, { holder: { groupId }, ...change, atMs: deps.nowMs() })
      await rightsChanged(deps, ctx, { tx, userIds: membersBelow(model, groupId) })
    })
  })
  return null
}
