import { AppError } from '@qd/contract-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../contract/index.ts'
import type { RoleGrant } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import { checkGrant } from './assign-roles.ts'
import { SUPER_ROLE } from './built-in-roles.ts'
import type { AccessModel } from './model/access-model.ts'
import { sameGrant } from './model/held-rights.ts'
import type { Actor } from './rules/actor.ts'
import { mayGive } from './rules/user-rules.ts'

export interface GrantChange {
  give: readonly RoleGrant[]
  take: readonly RoleGrant[]
}

type Holder = { userId: string } | { groupId: string }

/**
 * Throws unless each grant names a role and a place, and the actor holds all of it there. What an earlier version let stand
 * at a place that is none can still be taken away.
 */
export function checkGrants(
  model: AccessModel,
  actor: Actor,
  { grants, field, isTaken = false }: { grants: readonly RoleGrant[]; field: string; isTaken?: boolean },
): void {
  for (const [at, grant] of grants.entries()) {
    const name = `${field}.${at}`
    if (!model.roles.has(grant.role)) {
      throw new AppError(accessErrors.role_not_found, { field: name, params: { role: grant.role } })
    }
    if (!isTaken) checkGrant(grant, name)
    if (!mayGive(model, actor, grant)) throw new AppError(accessErrors.rights_exceeded, { field: name })
  }
}

export function checkGrantChange(model: AccessModel, actor: Actor, { give, take }: GrantChange): void {
  checkGrants(model, actor, { grants: give, field: 'give' })
  checkGrants(model, actor, { grants: take, field: 'take', isTaken: true })
}

/** ROLE_ADMIN belongs to persons: nobody becomes one by a group or by what their identity provider claims. */
export function refuseSuperRole(grants: readonly RoleGrant[], field: string): void {
  const at = grants.findIndex(({ role }) => role === SUPER_ROLE)
  if (at !== -1) throw new AppError(accessErrors.role_not_for_groups, { field: `${field}.${at}` })
}

/** The grants as they are after the change. */
export function changedGrants(held: readonly RoleGrant[], { give, take }: GrantChange): RoleGrant[] {
  const left = held.filter((grant) => !take.some((taken) => sameGrant(grant, taken)))
  return [...left, ...give.filter((given) => !left.some((grant) => sameGrant(grant, given)))]
}

/** Grants as the audit tells them: `operator @ lantern/harbour (test)`. */
export function inWords(grants: readonly RoleGrant[]): string[] {
  return grants.map(({ role, scope, environment }) => `${role} @ ${scope} (${environment})`)
}

/** Writes a change that was allowed, within the write of its call. */
export async function writeGrantChange(
  tx: AnyTx,
  model: AccessModel,
  { holder, give, take }: GrantChange & { holder: Holder },
): Promise<void> {
  const db: Kysely<AccessTables> = tx
  const rowOf = ({ role, scope, environment }: RoleGrant) => {
    return { role_id: model.roles.get(role)?.id ?? '', scope, environment }
  }
  for (const row of take.map(rowOf)) {
    const deleted =
      'userId' in holder
        ? db.deleteFrom('user_role').where('user_id', '=', holder.userId)
        : db.deleteFrom('group_role').where('group_id', '=', holder.groupId)
    await deleted
      .where('role_id', '=', row.role_id)
      .where('scope', '=', row.scope)
      .where('environment', '=', row.environment)
      .execute()
  }
  for (const row of give.map(rowOf)) {
    const inserted =
      'userId' in holder
        ? db.insertInto('user_role').values({ user_id: holder.userId, ...row })
        : db.insertInto('group_role').values({ group_id: holder.groupId, ...row })
    await inserted.onConflict((conflict) => conflict.doNothing()).execute()
  }
}
