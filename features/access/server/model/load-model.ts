import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessTables } from '../access-tables.ts'
import type { Narrowing } from '../narrowing.ts'
import { resourceOf } from '../resource-columns.ts'
import type { ResourceColumns } from '../resource-columns.ts'
import { membershipsOf } from './access-model.ts'
import type { AccessModel } from './access-model.ts'

interface GrantRow extends Omit<RoleGrant, 'until' | 'resource'>, ResourceColumns {
  holder: string
  ends_at: number | null
}

const grantOf = ({ role, scope, environment, ends_at: until, ...row }: GrantRow): RoleGrant => ({
  role,
  scope,
  environment,
  ...resourceOf(row),
  ...(until === null ? {} : { until }),
})

/** What has not ended at that time. */
const lasting = <Row extends { ends_at: number | null }>(rows: readonly Row[], atMs: number): Row[] =>
  rows.filter(({ ends_at: end }) => end === null || end > atMs)

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

async function loadGroups(db: Kysely<AccessTables>, atMs: number): Promise<AccessModel['groups']> {
  const [groups, allMembers, allGrants] = await Promise.all([
    db.selectFrom('user_group').selectAll().orderBy('id').execute(),
    db.selectFrom('user_group_member').selectAll().execute(),
    db
      .selectFrom('group_role')
      .innerJoin('role', 'role.id', 'group_role.role_id')
      .select(['group_role.group_id as holder', 'role.code as role', 'scope', 'environment'])
      .select(['resource_kind', 'resource_pattern', 'ends_at'])
      .orderBy('role.code')
      .orderBy('scope')
      .orderBy('environment')
      .orderBy('resource_pattern')
      .execute(),
  ])
  const held = byHolder(lasting(allGrants, atMs))
  const joined = Map.groupBy(lasting(allMembers, atMs), (row) => row.group_id)
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
        memberEnds: new Map(
          (joined.get(group.id) ?? []).flatMap((row) =>
            row.ends_at === null ? [] : [[row.user_id, row.ends_at]],
          ),
        ),
      },
    ]),
  )
}

/** The first end to come of anything in the model. */
function firstEnd(groups: AccessModel['groups'], userGrants: AccessModel['userGrants']): number {
  const inGroups = [...groups.values()].flatMap(({ grants, memberEnds }) => [
    ...grants.map(({ until }) => until),
    ...memberEnds.values(),
  ])
  const own = [...userGrants.values()].flat().map(({ until }) => until)
  return [...inGroups, ...own].reduce<number>(
    (first, until) => Math.min(first, until ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  )
}

export interface ModelDeps {
  store: Store<AccessTables>
  narrowing: Narrowing
  nowMs: () => number
}

interface Kept {
  model: AccessModel
  readAtMs: number
}

/** The newest model of each database: rights change seldom, and calls that decide on all of them are many. */
const newest = new WeakMap<Kysely<AccessTables>, Kept>()

/** The stamp is read first: what changes meanwhile makes the model too old to commit on, never too new. */
export async function loadModel({ store, narrowing, nowMs }: ModelDeps): Promise<AccessModel> {
  const db = store.read
  const stamp = await stampOf(db)
  const atMs = nowMs()
  const known = newest.get(db)
  // A clock that was set back brings back what had ended since.
  const isGood = known?.model.stamp === stamp && known.model.narrowing === narrowing
  if (isGood && atMs >= known.readAtMs && atMs < known.model.goodUntil) return known.model
  const model = { ...(await readModel(db, stamp, atMs)), narrowing }
  newest.set(db, { model, readAtMs: atMs })
  return model
}

async function readModel(
  db: Kysely<AccessTables>,
  stamp: number,
  atMs: number,
): Promise<Omit<AccessModel, 'narrowing'>> {
  const [roles, groups, grants, inviters] = await Promise.all([
    loadRoles(db),
    loadGroups(db, atMs),
    db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select(['user_role.user_id as holder', 'role.code as role', 'scope', 'environment'])
      .select(['resource_kind', 'resource_pattern', 'ends_at'])
      .orderBy('role.code')
      .orderBy('scope')
      .orderBy('environment')
      .orderBy('resource_pattern')
      .execute(),
    db.selectFrom('user_inviter').selectAll().execute(),
  ])
  const userGrants = byHolder(lasting(grants, atMs))
  return {
    stamp,
    goodUntil: firstEnd(groups, userGrants),
    roles,
    groups,
    memberships: membershipsOf(groups.values()),
    userGrants,
    inviters: new Map(inviters.map((row) => [row.user_id, row.invited_by])),
  }
}
