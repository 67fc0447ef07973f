import type { Environment, Grant } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import type { AccessTables } from './access-tables.ts'
import { codesFor } from './narrowing.ts'
import type { Narrowing } from './narrowing.ts'
import { resourceOf } from './resource-columns.ts'
import type { ResourceColumns } from './resource-columns.ts'

/** What a user may do, roles expanded to permission keys. */
export interface Rights {
  /** Codes of the roles held as a whole, sorted: what asks for a role names no thing that one might be narrowed to. */
  roles: readonly string[]
  grants: readonly Grant[]
  /** Those they are a member of; the groups above add their grants, not their names. */
  groups: readonly { id: string; name: string }[]
  /** When the first of them ends by itself; null: none does. */
  endsAt: number | null
}

/** Asked anew whenever somebody's rights may have changed: written out, since building it takes longer than running it. */
const forBoth = (text: (mark: (at: number) => string) => string) => ({
  sqlite: text(() => '?'),
  postgres: text((at) => `$${at}`),
})

const lasting = (table: string, mark: string) => `(${table}.ends_at is null or ${table}.ends_at > ${mark})`

/** The groups a user is in now and those above them; the union ends at a parent seen before. */
const reached = (user: string, now: string) => `with recursive reached(id, parent_id, ends_at) as (
  select user_group.id, user_group.parent_id, user_group_member.ends_at from user_group_member
    join user_group on user_group.id = user_group_member.group_id
    where user_group_member.user_id = ${user} and ${lasting('user_group_member', now)}
  union
  select user_group.id, user_group.parent_id, reached.ends_at from user_group
    join reached on reached.parent_id = user_group.id)`

const REACHED = forBoth((mark) => `${reached(mark(1), mark(2))} select id from reached`)

/** Role grants of a user and of the groups they are in or below, as of now, with the permissions of each role. */
const HELD = forBoth(
  (
    mark,
  ) => `${reached(mark(1), mark(2))}, held(role_id, scope, environment, kind, pattern, ends_at, member_until) as (
  select role_id, scope, environment, resource_kind, resource_pattern, ends_at, null from user_role
    where user_id = ${mark(3)} and ${lasting('user_role', mark(4))}
  union
  select group_role.role_id, group_role.scope, group_role.environment, group_role.resource_kind,
    group_role.resource_pattern, group_role.ends_at, reached.ends_at from reached join group_role on group_role.group_id = reached.id where ${lasting('group_role', mark(5))})
select role.code, held.scope, held.environment, held.kind as resource_kind, held.pattern as resource_pattern,
  held.ends_at, held.member_until, role_permission.permission_key from held
  join role on role.id = held.role_id
  left join role_permission on role_permission.role_id = role.id
  order by role.code, held.scope, role_permission.permission_key`,
)

const MEMBER_OF = forBoth(
  (mark) => `select user_group.id, user_group.name, user_group_member.ends_at from user_group
  join user_group_member on user_group_member.group_id = user_group.id
  where user_group_member.user_id = ${mark(1)} and ${lasting('user_group_member', mark(2))} order by user_group.id`,
)

interface MemberRow {
  id: string
  name: string
  ends_at: number | null
}

interface HeldRow extends ResourceColumns {
  code: string
  scope: string
  environment: Environment | '*'
  ends_at: number | null
  member_until: number | null
  permission_key: string | null
}

/** Ids of the groups a user is in or below: what is meant for one of them is meant for them. */
export async function groupIdsOf(
  store: Store<AccessTables>,
  userId: string,
  nowMs: number,
): Promise<string[]> {
  const rows = await store
    .statement<[string, number], { id: string }>(REACHED)
    .all(store.read, [userId, nowMs])
  return [...new Set(rows.map(({ id }) => id))]
}

/** Own grants and those of all groups they are in or below, as of now. */
export async function rightsOf(
  { store, narrowing }: { store: Store<AccessTables>; narrowing: Narrowing },
  userId: string,
  nowMs: number,
): Promise<Rights> {
  const [rows, members] = await Promise.all([
    store
      .statement<[string, number, string, number, number], HeldRow>(HELD)
      .all(store.read, [userId, nowMs, userId, nowMs, nowMs]),
    store.statement<[string, number], MemberRow>(MEMBER_OF).all(store.read, [userId, nowMs]),
  ])
  const grants = new Map<string, Omit<Grant, 'codes'> & { codes: Set<string> }>()
  for (const { code, scope, environment, permission_key: key, ...row } of rows) {
    const id = `${code} ${environment} ${scope} ${row.resource_kind} ${row.resource_pattern}`
    const grant = grants.get(id) ?? { scope, environment, ...resourceOf(row), codes: new Set() }
    grants.set(id, grant)
    if (key !== null) grant.codes.add(key)
  }
  const ends = [
    ...rows.flatMap((row) => [row.ends_at, row.member_until]),
    ...members.map((row) => row.ends_at),
  ]
  const coming = ends.filter((end) => end !== null)
  return {
    roles: [...new Set(rows.filter((row) => row.resource_kind === '').map(({ code }) => code))],
    grants: Array.from(grants.values(), (grant) => ({
      ...grant,
      codes: codesFor(narrowing, [...grant.codes], grant.resource),
    })),
    groups: members.map(({ id, name }) => ({ id, name })),
    endsAt: coming.length === 0 ? null : Math.min(...coming),
  }
}
