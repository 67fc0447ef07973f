import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { objectKey, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { groupSave } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessTables } from '../access-tables.ts'
import { administer } from '../administer.ts'
import { versionOf } from '../change-grants.ts'
import type { Decision } from '../administer.ts'
import type { AccessModel, ModelGroup } from '../model/access-model.ts'
import { GROUP_DEPTH, membersBelow, withAncestors, withDescendants } from '../model/held-rights.ts'
import { rightsFacts } from '../approval-facts.ts'
import { rightsChanged } from '../rights-changed.ts'
import { lastingUntil } from '../rules/actor.ts'
import { mayChangeMembers, mayManageGroup } from '../rules/group-rules.ts'
import { findGroup } from './find-group.ts'

type Draft = RouteInput<typeof groupSave>['body']

/** How many levels hang below the group, itself included. */
function heightOf(model: AccessModel, group: ModelGroup | null): number {
  if (group === null) return 1
  const own = withAncestors(model, group.id).length
  const depths = withDescendants(model, group.id).map(({ id }) => withAncestors(model, id).length)
  return Math.max(...depths) - own + 1
}

function checkPlace({ model }: Decision, group: ModelGroup | null, { parentId, name }: Draft): void {
  const above = parentId === null ? [] : withAncestors(model, parentId)
  if (group !== null && above.some(({ id }) => id === group.id)) {
    throw new AppError(accessErrors.group_cycle, { field: 'parentId' })
  }
  if (above.length + heightOf(model, group) > GROUP_DEPTH) {
    throw new AppError(accessErrors.group_too_deep, { field: 'parentId', params: { depth: GROUP_DEPTH } })
  }
  const others = [...model.groups.values()].filter(({ id }) => id !== group?.id)
  if (others.some((other) => other.parentId === parentId && other.name === name)) {
    throw new AppError(accessErrors.group_name_taken, { field: 'name', params: { name } })
  }
}

function checkMapping({ model }: Decision, group: ModelGroup | null, { externalName }: Draft): void {
  const taken = [...model.groups.values()].find(
    (other) => externalName !== '' && other.externalName === externalName && other.id !== group?.id,
  )
  if (taken === undefined) return
  throw new AppError(accessErrors.group_external_taken, {
    field: 'externalName',
    params: { name: externalName },
  })
}

/** The provider's group has no end: who is in it would hold what this one gives for good. */
function checkMappingLasts({ model, actor }: Decision, group: ModelGroup | null, draft: Draft): void {
  const { externalName } = draft
  if (group === null || externalName === '' || externalName === group.externalName) return
  if (mayManageGroup(model, lastingUntil(actor, undefined), group)) return
  throw new AppError(accessErrors.grant_outlasts_own, { field: 'externalName' })
}

async function writeGroup(
  tx: AnyTx,
  { name, parentId, externalName }: Draft,
  by: { id: string; isNew: boolean; userId: string },
): Promise<void> {
  const db: Kysely<AccessTables> = tx
  const values = { name, parent_id: parentId, external_name: externalName === '' ? null : externalName }
  if (by.isNew) {
    await db
      .insertInto('user_group')
      .values({ id: by.id, created_by: by.userId, ...values })
      .execute()
  } else await db.updateTable('user_group').set(values).where('id', '=', by.id).execute()
}

/** Makes, renames, maps or moves a group; below another one its members take on what that one gives. */
export async function saveGroup(
  deps: UseCaseDeps,
  draft: Draft,
  ctx: CallContext,
): Promise<{ groupId: string }> {
  return administer(deps, ctx, async (decision) => {
    const { model, actor, commit } = decision
    const { groupId, parentId } = draft
    const group = groupId === undefined ? null : findGroup(decision, { id: groupId, rule: mayManageGroup })
    if (parentId !== null && parentId !== group?.parentId) {
      // What the one above gives has no end below it.
      const lasting = { model, actor: lastingUntil(actor, undefined) }
      findGroup(lasting, { id: parentId, rule: mayChangeMembers, field: 'parentId' })
    }
    checkPlace(decision, group, draft)
    checkMapping(decision, group, draft)
    checkMappingLasts(decision, group, draft)
    const nameOf = (id: string | null) => (id === null ? null : (model.groups.get(id)?.name ?? null))
    const before = group && {
      name: group.name,
      parent: nameOf(group.parentId),
      externalName: group.externalName ?? '',
    }
    const { name, externalName } = draft
    const after = { name, parent: nameOf(parentId), externalName }
    ctx.changed(before, after)
    // A name alone gives nobody anything.
    const isMoved = parentId !== (group?.parentId ?? null)
    const givesRights = isMoved || externalName !== (group?.externalName ?? '')
    await ctx.approve(
      rightsFacts({
        title: { key: 'access.title.group', params: { name } },
        object: objectKey('group', group?.id ?? name),
        version: before === null ? 0 : versionOf([JSON.stringify(before)]),
        before,
        after,
        risk: givesRights ? 'R3' : 'R1',
      }),
    )
    const id = group?.id ?? uuidv7()
    await commit(async (tx) => {
      await writeGroup(tx, draft, { id, isNew: group === null, userId: actor.userId })
      // A new name changes nobody's rights.
      if (group === null || group.parentId === parentId) return
      await rightsChanged(deps, ctx, { tx, userIds: membersBelow(model, id) })
    })
    return { groupId: id }
  })
}
