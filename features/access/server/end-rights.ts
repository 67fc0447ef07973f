import type { Kysely } from 'kysely'
import type { UseCaseDeps } from './access-deps.ts'
import type { AccessTables } from './access-tables.ts'
import { moveStamp } from './administer.ts'
import { loadModel } from './model/load-model.ts'
import { membersBelow } from './model/held-rights.ts'

type Db = Kysely<AccessTables>

/** Takes the rows that are over; gives whose they were. */
async function takeEnded(tx: Db, atMs: number) {
  const roles = await tx.deleteFrom('user_role').where('ends_at', '<=', atMs).returning('user_id').execute()
  const joined = await tx
    .deleteFrom('user_group_member')
    .where('ends_at', '<=', atMs)
    .returning('user_id')
    .execute()
  const groups = await tx
    .deleteFrom('group_role')
    .where('ends_at', '<=', atMs)
    .returning('group_id')
    .execute()
  return {
    userIds: [...roles, ...joined].map((row) => row.user_id),
    groupIds: groups.map((row) => row.group_id),
  }
}

async function isAnyOver({ read }: UseCaseDeps['store'], atMs: number): Promise<boolean> {
  for (const table of ['user_role', 'user_group_member', 'group_role'] as const) {
    const found = await read
      .selectFrom(table)
      .select('ends_at')
      .where('ends_at', '<=', atMs)
      .limit(1)
      .execute()
    if (found.length > 0) return true
  }
  return false
}

/**
 * Removes grants and memberships whose time is over. Nothing gives a right from them any more: this tells open pages, on
 * every node. The audit keeps when each was given and until when.
 */
export async function endRights(
  deps: Pick<UseCaseDeps, 'store' | 'access' | 'narrowing' | 'nowMs'>,
): Promise<void> {
  const { store, access, nowMs } = deps
  const atMs = nowMs()
  if (!(await isAnyOver(store, atMs))) return
  const model = await loadModel(deps)
  await store.write(async (tx) => {
    const { userIds, groupIds } = await takeEnded(tx, atMs)
    if (userIds.length + groupIds.length === 0) return
    await moveStamp(tx)
    const members = groupIds.flatMap((id) => [...membersBelow(model, id)])
    access.announceChanges(tx, [...userIds, ...members])
  })
}
