import type { Environment, Grant } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { AccessTables } from './access-tables.ts'

/** What a user may do, roles expanded to permission keys. */
export interface Rights {
  /** Role codes, sorted. */
  roles: readonly string[]
  grants: readonly Grant[]
  /** Those they are a member of; the groups above add their grants, not their names. */
  groups: readonly { id: string; name: string }[]
}

/** Asked anew whenever somebody's rights may have changed: written out, since building it takes longer than running it. */
const forBoth = (text: (mark: (at: number) => string) => string) => ({
  sqlite: text(() => '?'),
  postgres: text((at) => `$${at}`),
})

/** The groups a user is in and those above them; the union ends at a parent seen before. */
const reached = (mark: string) => `with recursive reached(id, parent_id) as (
  select user_group.id, user_group.parent_id from user_group_member
    join user_group on user_group.id = user_group_member.group_id
    where user_group_member.user_id = ${mark}
  union
  select user_group.id, user_group.parent_id from user_group join reached on reached.parent_id = user_group.id)`

const REACHED = forBoth((mark) => `${reached(mark(1))} select id from reached`)

/** Role grants of a user and of the groups they are in or below, with the permissions of each role. */
const HELD = forBoth(
  (mark) => `${reached(mark(1))}, held(role_id, scope, environment) as (
  select role_id, scope, environment from user_role where user_id = ${mark(2)}
  union
  select group_role.role_id, group_role.scope, group_role.environment from reached
    join group_role on group_role.group_id = reached.id)
select role.code, held.scope, held.environment, role_permission.permission_key from held
  join role on role.id = held.role_id
  left join role_permission on role_permission.role_id = role.id
  order by role.code, held.scope, role_permission.permission_key`,
)

const MEMBER_OF = forBoth(
  (mark) => `select user_group.id, user_group.name from user_group
  join user_group_member on user_group_member.group_id = user_group.id
  where user_group_member.user_id = ${mark(1)} order by user_group.id`,
)

interface HeldRow {
  code: string
  scope: string
  environment: Environment | '*'
  permission_key: string | null
}

/** Ids of the groups a user is in or below: what is meant for one of them is meant for them. */
export async function groupIdsOf(store: Store<AccessTables>, userId: string): Promise<string[]> {
  const rows = await store.statement<[string], { id: string }>(REACHED).all(store.read, [userId])
  return rows.map(({ id }) => id)
}

/** Own grants and those of all groups they are in or below. */
export async function rightsOf(store: Store<AccessTables>, userId: string): Promise<Rights> {
  const [rows, groups] = await Promise.all([
    store.statement<[string, string], HeldRow>(HELD).all(store.read, [userId, userId]),
    store.statement<[string], { id: string; name: string }>(MEMBER_OF).all(store.read, [userId]),
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
