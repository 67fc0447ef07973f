import { permissionKey, scopeOverlaps } from '@qd/contract-kit'
import type { Grant, PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { containsGrant } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessModel } from '../model/access-model.ts'
import { expand, rightsOfUser } from '../model/held-rights.ts'

/** Who changes rights, with what they hold. */
export interface Actor {
  readonly userId: string
  /** Each of these lists must hold what they do: their session may be narrower than they are, or older. */
  readonly held: readonly (readonly Grant[])[]
}

export function actorOf(model: AccessModel, caller: Pick<Caller, 'userId' | 'grants'>): Actor {
  return { userId: caller.userId, held: [caller.grants, rightsOfUser(model, caller.userId)] }
}

export function holdsEverywhere({ held }: Actor, permission: PermissionTriple): boolean {
  const codes = [permissionKey(permission)]
  return held.every((grants) => containsGrant(grants, { scope: '*', environment: '*', codes }))
}

/** Whether they hold all that the role grants there, and each of the permissions to deal with it there. */
export function holdsAllOf(
  actor: Actor,
  model: AccessModel,
  { grant, permissions }: { grant: RoleGrant; permissions: readonly PermissionTriple[] },
): boolean {
  const { codes, ...place } = expand(model, grant)
  const needed = { ...place, codes: [...codes, ...permissions.map(permissionKey)] }
  return model.roles.has(grant.role) && actor.held.every((grants) => containsGrant(grants, needed))
}

/** Whether a grant touches what they may look at with this permission. */
export function seesGrant({ held }: Actor, permission: PermissionTriple, grant: RoleGrant): boolean {
  const key = permissionKey(permission)
  const touches = (own: Grant) =>
    (own.codes.includes('*') || own.codes.includes(key)) &&
    (own.environment === '*' || grant.environment === '*' || own.environment === grant.environment) &&
    scopeOverlaps(own.scope, grant.scope)
  return held.every((grants) => grants.some(touches))
}

/** Whether they hold a permission key somewhere, wherever that is. */
export function holdsSomewhere({ held }: Actor, key: string): boolean {
  return held.every((grants) => grants.some(({ codes }) => codes.includes('*') || codes.includes(key)))
}
