import { AppError, ENVIRONMENTS } from '@qd/contract-kit'
import type { Environment } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { accessErrors } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'

/** A role held below a scope path in one environment or in all (`*`). */
export interface RoleGrant {
  role: string
  scope: string
  environment: Environment | '*'
}

/** `*` or up to four segments: game, operator, line, server. */
const SCOPE = /^(\*|[^/*\s]{1,64}(\/[^/*\s]{1,64}){0,3})$/

function check({ scope, environment }: RoleGrant): void {
  const isKnown = environment === '*' || ENVIRONMENTS.includes(environment)
  if (SCOPE.test(scope) && isKnown) return
  throw new AppError(accessErrors.grant_scope_invalid, { field: 'scope', params: { scope, environment } })
}

/** Replaces all roles of a user; within the caller's write. */
export async function assignRoles(
  tx: Kysely<AccessTables>,
  userId: string,
  grants: readonly RoleGrant[],
): Promise<void> {
  for (const grant of grants) check(grant)
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
