import { hash } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../contract/index.ts'
import type { RoleGrant } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import { checkGrant } from './assign-roles.ts'
import { codesFor } from './narrowing.ts'
import { resourceColumns } from './resource-columns.ts'
import { SUPER_ROLE } from './built-in-roles.ts'
import type { AccessModel } from './model/access-model.ts'
import { sameGrant } from './model/held-rights.ts'
import { lastingUntil } from './rules/actor.ts'
import type { Actor } from './rules/actor.ts'
import { mayGive } from './rules/user-rules.ts'

export interface GrantChange {
  give: readonly RoleGrant[]
  take: readonly RoleGrant[]
}

type Holder = { userId: string } | { groupId: string }

interface GrantsToCheck {
  grants: readonly RoleGrant[]
  field: string
  isTaken?: boolean
  atMs: number
}

/** Throws for an end that is no time to come. */
export function checkUntil(until: number | undefined, atMs: number, field: string): void {
  if (until !== undefined && until <= atMs) throw new AppError(accessErrors.grant_until_past, { field })
}

/** Throws for a narrowed grant that would give nothing: no permission of the role declares its kind. */
function checkUse({ roles, narrowing }: AccessModel, { role, resource }: RoleGrant, at?: string): void {
  if (resource === undefined || codesFor(narrowing, roles.get(role)?.codes ?? [], resource).length > 0) return
  const params = { role, kind: resource.kind }
  const field = at === undefined ? 'resource.kind' : `${at}.resource.kind`
  throw new AppError(accessErrors.grant_resource_unused, { field, params })
}

const unknownRole = (role: string, field: string) =>
  new AppError(accessErrors.role_not_found, { field, params: { role } })

/** Throws unless somebody could be given what one asks for oneself; who decides on it is limited by what they hold. */
export function checkAsked(model: AccessModel, grant: RoleGrant): void {
  if (!model.roles.has(grant.role)) throw unknownRole(grant.role, 'role')
  checkGrant(model.narrowing, grant)
  checkUse(model, grant)
}

/**
 * Throws unless each grant names a role and a place, and the actor holds all of it there. What an earlier version let stand
 * at a place that is none can still be taken away.
 */
export function checkGrants(
  model: AccessModel,
  actor: Actor,
  { grants, field, isTaken = false, atMs }: GrantsToCheck,
): void {
  for (const [at, grant] of grants.entries()) {
    const name = `${field}.${at}`
    if (!model.roles.has(grant.role)) throw unknownRole(grant.role, name)
    if (!isTaken) checkGrant(model.narrowing, grant, name)
    if (!isTaken) checkUse(model, grant, name)
    if (!isTaken) checkUntil(grant.until, atMs, name)
    if (!mayGive(model, actor, grant)) throw new AppError(accessErrors.rights_exceeded, { field: name })
    if (!isTaken && !mayGive(model, lastingUntil(actor, grant.until), grant)) {
      throw new AppError(accessErrors.grant_outlasts_own, { field: name })
    }
  }
}

export function checkGrantChange(
  model: AccessModel,
  actor: Actor,
  { give, take, atMs }: GrantChange & { atMs: number },
): void {
  checkGrants(model, actor, { grants: give, field: 'give', atMs })
  checkGrants(model, actor, { grants: take, field: 'take', isTaken: true, atMs })
}

/** ROLE_ADMIN belongs to persons: nobody becomes one by a group or by what their identity provider claims. */
export function refuseSuperRole(grants: readonly RoleGrant[], field: string): void {
  const at = grants.findIndex(({ role }) => role === SUPER_ROLE)
  if (at !== -1) throw new AppError(accessErrors.role_not_for_groups, { field: `${field}.${at}` })
}

/** The grants as they are after the change. */
export function changedGrants(held: readonly RoleGrant[], { give, take }: GrantChange): RoleGrant[] {
  // One that is held already is given again with another end.
  const left = held.filter((grant) => ![...take, ...give].some((named) => sameGrant(grant, named)))
  return [...left, ...give]
}

/** Stands for the grants somebody holds: what is approved is approved over these. */
export const versionOf = (words: readonly string[]): string =>
  hash('sha256', words.toSorted().join('\n'), 'hex').slice(0, 16)

/** Grants as the audit tells them: `operator @ lantern/harbour (test) only redis:game-s123/0/session:*`. */
export function inWords(grants: readonly RoleGrant[]): string[] {
  return grants.map(({ role, scope, environment, resource, until }) => {
    const only = resource === undefined ? '' : ` only ${resource.kind}:${resource.pattern}`
    const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`
    // What somebody wrote stands last: it cannot be taken for an end.
    return `${role} @ ${scope} (${environment})${end}${only}`
  })
}

/** What tells the grants of one holder apart. */
const GRANT_KEY = ['role_id', 'scope', 'environment', 'resource_kind', 'resource_pattern'] as const

/** Writes a change that was allowed, within the write of its call. */
export async function writeGrantChange(
  tx: AnyTx,
  model: AccessModel,
  { holder, give, take, atMs }: GrantChange & { holder: Holder; atMs: number },
): Promise<void> {
  const db: Kysely<AccessTables> = tx
  const rowOf = ({ role, scope, environment, resource, until }: RoleGrant) => {
    const narrowed = resourceColumns(resource)
    return {
      role_id: model.roles.get(role)?.id ?? '',
      scope,
      environment,
      ...narrowed,
      ends_at: until ?? null,
    }
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
      .where('resource_kind', '=', row.resource_kind)
      .where('resource_pattern', '=', row.resource_pattern)
      .execute()
  }
  for (const given of give.map(rowOf)) {
    // Of one that is held already only its end changes.
    const row = { ...given, given_at: atMs }
    const { ends_at: endsAt } = row
    if ('userId' in holder) {
      await db
        .insertInto('user_role')
        .values({ user_id: holder.userId, ...row })
        .onConflict((conflict) =>
          conflict.columns(['user_id', ...GRANT_KEY]).doUpdateSet({ ends_at: endsAt }),
        )
        .execute()
    } else {
      await db
        .insertInto('group_role')
        .values({ group_id: holder.groupId, ...row })
        .onConflict((conflict) =>
          conflict.columns(['group_id', ...GRANT_KEY]).doUpdateSet({ ends_at: endsAt }),
        )
        .execute()
    }
  }
}
