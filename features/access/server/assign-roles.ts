import { AppError, ENVIRONMENTS, isScopePath } from '@qd/contract-kit'
import type { Environment } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { accessErrors } from '../contract/index.ts'
import type { RoleGrant } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import { moveStamp } from './administer.ts'
import { SUPER_ROLE } from './built-in-roles.ts'
import { checkResource } from './narrowing.ts'
import type { Narrowing } from './narrowing.ts'
import { resourceColumns } from './resource-columns.ts'
import type { ResourceColumns } from './resource-columns.ts'

/**
 * Throws for a scope or environment that is none, for what it cannot be narrowed to, and for ROLE_ADMIN anywhere but
 * everywhere. `at`: where the grant stands in the input; absent: it is the input.
 */
export function checkGrant(
  narrowing: Narrowing,
  { role, scope, environment, resource }: RoleGrant,
  at?: string,
): void {
  const field = at ?? 'scope'
  const isKnown = environment === '*' || ENVIRONMENTS.includes(environment satisfies Environment)
  if (!isScopePath(scope) || !isKnown) {
    throw new AppError(accessErrors.grant_scope_invalid, { field, params: { scope, environment } })
  }
  // Pages and lists take whoever has this role to be allowed everything.
  if (role === SUPER_ROLE && (scope !== '*' || environment !== '*' || resource !== undefined)) {
    throw new AppError(accessErrors.role_everywhere_only, { field })
  }
  if (resource !== undefined)
    checkResource(narrowing, resource, at === undefined ? 'resource' : `${at}.resource`)
}

/** Replaces all roles of a user; within the caller's write. */
export async function assignRoles(
  tx: Kysely<AccessTables>,
  narrowing: Narrowing,
  { userId, grants, atMs }: { userId: string; grants: readonly RoleGrant[]; atMs: number },
): Promise<void> {
  for (const grant of grants) checkGrant(narrowing, grant)
  await moveStamp(tx)
  const roles = await tx.selectFrom('role').select(['id', 'code']).execute()
  const idOf = new Map(roles.map(({ id, code }) => [code, id]))
  const before = await tx.selectFrom('user_role').selectAll().where('user_id', '=', userId).execute()
  const keyOf = (row: ResourceColumns & { role_id: string; scope: string; environment: string }) =>
    JSON.stringify([row.role_id, row.scope, row.environment, row.resource_kind, row.resource_pattern])
  const givenAt = new Map(before.map((row) => [keyOf(row), row.given_at]))
  await tx.deleteFrom('user_role').where('user_id', '=', userId).execute()
  for (const { role, scope, environment, resource } of grants) {
    const roleId = idOf.get(role)
    if (roleId === undefined)
      throw new AppError(accessErrors.role_not_found, { field: 'role', params: { role } })
    const held = { role_id: roleId, scope, environment, ...resourceColumns(resource) }
    const key = keyOf(held)
    await tx
      .insertInto('user_role')
      // What stays as it was is as old as it was.
      .values({ user_id: userId, ...held, given_at: givenAt.has(key) ? givenAt.get(key)! : atMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
