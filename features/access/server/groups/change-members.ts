import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
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
import { rightsChanged } from '../rights-changed.ts'
import { mayChangeMembers } from '../rules/group-rules.ts'
import { findUser } from '../users/find-user.ts'
import { findGroup } from './find-group.ts'

type Change = RouteInput<typeof groupChangeMembers>['body']

/** User names of those named, all in the caller's sight and none the caller. */
async function namesOf(
  accounts: AccountsPort,
  decision: Decision,
  ids: readonly string[],
): Promise<string[]> {
  const names: string[] = []
  for (const id of ids) {
    const { username } = await findUser(accounts, decision, id)
    if (id === decision.actor.userId) throw new AppError(accessErrors.account_own, { field: 'join' })
    names.push(username)
  }
  return names
}

async function writeMembers(tx: AnyTx, { groupId, join, leave }: Change): Promise<void> {
  const db: Kysely<AccessTables> = tx
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
    .values(join.map((userId) => ({ group_id: groupId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** People join and leave a group; they have what it and the groups above give from the next call on. */
export async function changeMembers(deps: UseCaseDeps, change: Change, ctx: CallContext): Promise<null> {
  const { store, accounts } = deps
  const unique = { ...change, join: [...new Set(change.join)], leave: [...new Set(change.leave)] }
  await administer(store, ctx, async (decision) => {
    const group = findGroup(decision, { id: unique.groupId, rule: mayChangeMembers })
    const joined = await namesOf(accounts(), decision, unique.join)
    const left = await namesOf(accounts(), decision, unique.leave)
    ctx.note({ group: group.name, joined, left })
    await decision.commit(async (tx) => {
      await writeMembers(tx, unique)
      await rightsChanged(deps, ctx, { tx, userIds: [...unique.join, ...unique.leave] })
    })
  })
  return null
}
