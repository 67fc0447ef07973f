import type { Environment, Grant } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { AccessTables } from './access-tables.ts'

/** What a user may do, roles expanded to permission keys. */
export interface Rights {
  /** Role codes, sorted. */
  roles: readonly string[]
  grants: readonly Grant[]
  groups: readonly { id: string; name: string }[]
}

export async function rightsOf(store: Store<AccessTables>, userId: string): Promise<Rights> {
  const [rows, groups] = await Promise.all([
    store.read
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
      .select(['role.code', 'user_role.scope', 'user_role.environment', 'role_permission.permission_key'])
      .where('user_role.user_id', '=', userId)
      .orderBy('role.code')
      .orderBy('user_role.scope')
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
