import { AppError, ENVIRONMENTS, isScopePath } from '@qd/contract-kit'
import type { Environment } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { accessErrors } from '../contract/index.ts'
import type { RoleGrant } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import { moveStamp } from './administer.ts'
import { SUPER_ROLE } from './built-in-roles.ts'

/** Throws for a scope or environment that is none, and for ROLE_ADMIN anywhere but everywhere. */
export function checkGrant({ role, scope, environment }: RoleGrant, field = 'scope'): void {
  const isKnown = environment === '*' || ENVIRONMENTS.includes(environment satisfies Environment)
  if (!isScopePath(scope) || !isKnown) {
    throw new AppError(accessErrors.grant_scope_invalid, { field, params: { scope, environment } })
  }
  // Pages and lists take whoever has this role to be allowed everything.
  if (role === SUPER_ROLE && (scope !== '*' || environment !== '*')) {
    throw new AppError(accessErrors.role_everywhere_only, { field })
  }
}

/** Replaces all roles of a user; within the caller's write. */
export async function assignRoles(
  tx: Kysely<AccessTables>,
  userId: string,
  grants: readonly RoleGrant[],
): Promise<void> {
  for (const grant of grants) checkGrant(grant)
  await moveStamp(tx)
  const roles = await tx.selectFrom('role').select(['id', 'code']).execute()
  const idOf = new Map(roles.map(({ id, code }) => [code, id]))
  await tx.deleteFrom('user_role').where('user_id', '=', userId).execute()
  for (const { role, scope, environment } of grants) {
    const roleId = idOf.get(role)
    if (roleId === undefined)
      throw new AppError(accessErrors.role_not_found, { field: 'role', params: { role } })
    await tx
      .insertInto('user_role')
      .values({ user_id: userId, role_id: roleId, scope, environment })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
