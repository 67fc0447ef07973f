import type { Kysely } from 'kysely'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessTables } from '../access-tables.ts'
import { membershipsOf } from './access-model.ts'
import type { AccessModel } from './access-model.ts'

interface GrantRow extends RoleGrant {
  holder: string
}

const grantOf = ({ role, scope, environment }: GrantRow): RoleGrant => ({ role, scope, environment })

function byHolder(rows: readonly GrantRow[]): Map<string, RoleGrant[]> {
  const held = new Map<string, RoleGrant[]>()
  for (const row of rows) {
    const grants = held.get(row.holder) ?? []
    grants.push(grantOf(row))
    held.set(row.holder, grants)
  }
  return held
}

async function stampOf(db: Kysely<AccessTables>): Promise<number> {
  const row = await db.selectFrom('access_stamp').select('value').executeTakeFirstOrThrow()
  return row.value
}

async function loadRoles(db: Kysely<AccessTables>): Promise<AccessModel['roles']> {
  const [roles, permissions] = await Promise.all([
    db.selectFrom('role').selectAll().orderBy('code').execute(),
    db.selectFrom('role_permission').selectAll().orderBy('permission_key').execute(),
  ])
  const codes = Map.groupBy(permissions, (row) => row.role_id)
  return new Map(
    roles.map((role) => [
      role.code,
      {
        id: role.id,
        code: role.code,
        name: role.name,
        isBuiltIn: role.built_in === 1,
        version: role.version,
        createdBy: role.created_by,
        codes: (codes.get(role.id) ?? []).map((row) => row.permission_key),
      },
    ]),
  )
}

async function loadGroups(db: Kysely<AccessTables>): Promise<AccessModel['groups']> {
  const [groups, members, grants] = await Promise.all([
    db.selectFrom('user_group').selectAll().orderBy('id').execute(),
    db.selectFrom('user_group_member').selectAll().execute(),
    db
      .selectFrom('group_role')
      .innerJoin('role', 'role.id', 'group_role.role_id')
      .select(['group_role.group_id as holder', 'role.code as role', 'scope', 'environment'])
      .orderBy('role.code')
      .orderBy('scope')
      .orderBy('environment')
      .execute(),
  ])
  const held = byHolder(grants)
  const joined = Map.groupBy(members, (row) => row.group_id)
  return new Map(
    groups.map((group) => [
      group.id,
      {
        id: group.id,
        name: group.name,
        parentId: group.parent_id,
        externalName: group.external_name,
        createdBy: group.created_by,
        grants: held.get(group.id) ?? [],
        members: (joined.get(group.id) ?? []).map((row) => row.user_id),
      },
    ]),
  )
}

/** The newest model of each database: rights change seldom, and calls that decide on all of them are many. */
const newest = new WeakMap<Kysely<AccessTables>, AccessModel>()

/** The stamp is read first: what changes meanwhile makes the model too old to commit on, never too new. */
export async function loadModel(db: Kysely<AccessTables>): Promise<AccessModel> {
  const stamp = await stampOf(db)
  const known = newest.get(db)
  if (known?.stamp === stamp) return known
  const model = await readModel(db, stamp)
  newest.set(db, model)
  return model
}

async function readModel(db: Kysely<AccessTables>, stamp: number): Promise<AccessModel> {
  const [roles, groups, grants, inviters] = await Promise.all([
    loadRoles(db),
    loadGroups(db),
    db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select(['user_role.user_id as holder', 'role.code as role', 'scope', 'environment'])
      .orderBy('role.code')
      .orderBy('scope')
      .orderBy('environment')
      .execute(),
    db.selectFrom('user_inviter').selectAll().execute(),
  ])
  return {
    stamp,
    roles,
    groups,
    memberships: membershipsOf(groups.values()),
    userGrants: byHolder(grants),
    inviters: new Map(inviters.map((row) => [row.user_id, row.invited_by])),
  }
}
