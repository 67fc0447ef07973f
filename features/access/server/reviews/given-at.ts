import type { Store } from '@qd/store'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessTables } from '../access-tables.ts'
import { resourceColumns, resourceOf } from '../resource-columns.ts'

/** When grants and memberships began; null: before that was kept. */
export interface GivenTimes {
  ofUser(userId: string, grant: RoleGrant): number | null
  ofGroup(groupId: string, grant: RoleGrant): number | null
  joined(groupId: string, userId: string): number | null
}

const keyOf = (holder: string, { role, scope, environment, resource }: RoleGrant): string => {
  const { resource_kind: kind, resource_pattern: pattern } = resourceColumns(resource)
  return JSON.stringify([holder, role, scope, environment, kind, pattern])
}

/** Read beside the model, which every change of rights reads, since only reviews ask for it. */
export async function givenTimes({ store }: { store: Store<AccessTables> }): Promise<GivenTimes> {
  const { read } = store
  const [own, groups, members] = await Promise.all([
    read
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select(['user_role.user_id as holder', 'role.code as role', 'scope', 'environment'])
      .select(['resource_kind', 'resource_pattern', 'given_at'])
      .where('given_at', 'is not', null)
      .execute(),
    read
      .selectFrom('group_role')
      .innerJoin('role', 'role.id', 'group_role.role_id')
      .select(['group_role.group_id as holder', 'role.code as role', 'scope', 'environment'])
      .select(['resource_kind', 'resource_pattern', 'given_at'])
      .where('given_at', 'is not', null)
      .execute(),
    read.selectFrom('user_group_member').selectAll().where('given_at', 'is not', null).execute(),
  ])
  const timesOf = (rows: typeof own) =>
    new Map(rows.map((row) => [keyOf(row.holder, { ...row, ...resourceOf(row) }), row.given_at]))
  const byUser = timesOf(own)
  const byGroup = timesOf(groups)
  const byMember = new Map(members.map((row) => [`${row.group_id} ${row.user_id}`, row.given_at]))
  return {
    ofUser: (userId, grant) => byUser.get(keyOf(userId, grant)) ?? null,
    ofGroup: (groupId, grant) => byGroup.get(keyOf(groupId, grant)) ?? null,
    joined: (groupId, userId) => byMember.get(`${groupId} ${userId}`) ?? null,
  }
}
