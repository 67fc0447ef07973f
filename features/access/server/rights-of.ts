import type { Environment, Grant } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { AccessTables } from './access-tables.ts'

/** What a user may do, roles expanded to permission keys. */
export interface Rights {
  /** Role codes, sorted. */
  roles: readonly string[]
  grants: readonly Grant[]
  /** Those he is a member of; the groups above add their grants, not their names. */
  groups: readonly { id: string; name: string }[]
}

/** The groups a user is in and those above them; the union ends at a parent seen before. */
function reachedGroups(store: Store<AccessTables>, userId: string) {
  return store.read.withRecursive('reached', (db) =>
    db
      .selectFrom('user_group_member')
      .innerJoin('user_group', 'user_group.id', 'user_group_member.group_id')
      .select(['user_group.id', 'user_group.parent_id'])
      .where('user_group_member.user_id', '=', userId)
      .union(
        db
          .selectFrom('user_group')
          .innerJoin('reached', 'reached.parent_id', 'user_group.id')
          .select(['user_group.id', 'user_group.parent_id']),
      ),
  )
}

/** Role grants of a user and of the groups he is in or below. */
function heldRoles(store: Store<AccessTables>, userId: string) {
  return reachedGroups(store, userId).with('held', (db) =>
    db
      .selectFrom('user_role')
      .select(['user_role.role_id', 'user_role.scope', 'user_role.environment'])
      .where('user_role.user_id', '=', userId)
      .union(
        db
          .selectFrom('reached')
          .innerJoin('group_role', 'group_role.group_id', 'reached.id')
          .select(['group_role.role_id', 'group_role.scope', 'group_role.environment']),
      ),
  )
}

/** Ids of the groups a user is in or below: what is meant for one of them is meant for him. */
export async function groupIdsOf(store: Store<AccessTables>, userId: string): Promise<string[]> {
  const rows = await reachedGroups(store, userId).selectFrom('reached').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Own grants and those of all groups he is in or below. */
export async function rightsOf(store: Store<AccessTables>, userId: string): Promise<Rights> {
  const [rows, groups] = await Promise.all([
    heldRoles(store, userId)
      .selectFrom('held')
      .innerJoin('role', 'role.id', 'held.role_id')
      .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
      .select(['role.code', 'held.scope', 'held.environment', 'role_permission.permission_key'])
      .orderBy('role.code')
      .orderBy('held.scope')
      .orderBy('role_permission.permission_key')
      .execute(),
    store.read
      .selectFrom('user_group')
      .innerJoin('user_group_member', 'user_group_member.group_id', 'user_group.id')
      .select(['user_group.id', 'user_group.name'])
      .where('user_group_member.user_id', '=', userId)
      .orderBy('user_group.id')
      .execute(),
  ])
  const grants = new Map<string, { scope: string; environment: Environment | '*'; codes: string[] }>()
  for (const { code, scope, environment, permission_key: key } of rows) {
    const id = `${code} ${environment} ${scope}`
    const grant = grants.get(id) ?? { scope, environment, codes: [] }
    grants.set(id, grant)
    if (key !== null) grant.codes.push(key)
  }
  return { roles: [...new Set(rows.map(({ code }) => code))], grants: [...grants.values()], groups }
}
