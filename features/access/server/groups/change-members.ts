import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { groupChangeMembers } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessTables } from '../access-tables.ts'
import type { AccountsPort } from '../accounts-port.ts'
import { administer } from '../administer.ts'
import type { Decision } from '../administer.ts'
import { checkUntil, inWords, versionOf } from '../change-grants.ts'
import { rightsFacts } from '../approval-facts.ts'
import { rightsChanged } from '../rights-changed.ts'
import { isOwnAccount, lastingUntil } from '../rules/actor.ts'
import { mayChangeMembers } from '../rules/group-rules.ts'
import { findUser } from '../users/find-user.ts'
import { findGroup } from './find-group.ts'

type Change = RouteInput<typeof groupChangeMembers>['body']

/** User names of those named, all in the caller's sight and none an account of the caller's own. */
async function namesOf(
  accounts: AccountsPort,
  decision: Decision,
  ids: readonly string[],
): Promise<string[]> {
  const names: string[] = []
  for (const id of ids) {
    const account = await findUser(accounts, decision, id)
    if (isOwnAccount(decision.actor, account)) throw new AppError(accessErrors.account_own, { field: 'join' })
    names.push(account.username)
  }
  return names
}

async function writeMembers(
  tx: AnyTx,
  { groupId, join, leave, until }: Change,
  givenAt: number,
): Promise<void> {
  const db: Kysely<AccessTables> = tx
  const endsAt = until ?? null
  if (leave.length > 0) {
    await db
      .deleteFrom('user_group_member')
      .where('group_id', '=', groupId)
      .where('user_id', 'in', leave)
      .execute()
  }
  if (join.length === 0) return
  await db
    .insertInto('user_group_member')
    .values(
      join.map((userId) => ({ group_id: groupId, user_id: userId, ends_at: endsAt, given_at: givenAt })),
    )
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ ends_at: endsAt }))
    .execute()
}

/** People join and leave a group; they have what it and the groups above give from the next call on. */
export async function changeMembers(deps: UseCaseDeps, change: Change, ctx: CallContext): Promise<null> {
  const { accounts, nowMs } = deps
  const unique = { ...change, join: [...new Set(change.join)], leave: [...new Set(change.leave)] }
  await administer(deps, ctx, async (decision) => {
    const group = findGroup(decision, { id: unique.groupId, rule: mayChangeMembers })
    const joined = await namesOf(accounts(), decision, unique.join)
    const left = await namesOf(accounts(), decision, unique.leave)
    const lasting = lastingUntil(decision.actor, unique.until)
    if (unique.join.length > 0 && !mayChangeMembers(decision.model, lasting, group)) {
      throw new AppError(accessErrors.grant_outlasts_own, { field: 'until' })
    }
    checkUntil(unique.until, nowMs(), 'until')
    const { until } = unique
    ctx.note({ group: group.name, joined, left, ...(until === undefined ? {} : { until }) })
    await ctx.approve(
      rightsFacts({
        title: { key: 'access.title.members', params: { name: group.name } },
        object: objectKey('group', group.id),
        version: versionOf([...group.members, ...inWords(group.grants)]),
        before: { left },
        after: { joined, ...(until === undefined ? {} : { until }) },
        grants: group.grants,
      }),
    )
    if (unique.join.length > 0) await ctx.askStepUp()
    await decision.commit(async (tx) => {
      await writeMembers(tx, unique, nowMs())
      await rightsChanged(deps, ctx, { tx, userIds: [...unique.join, ...unique.leave] })
    })
  })
  return null
}
