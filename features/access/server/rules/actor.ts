import { givesWholly, permissionKey, scopeOverlaps } from '@qd/contract-kit'
import type { Grant, PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { containsGrant } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessModel } from '../model/access-model.ts'
import { expand, rightsOfUser } from '../model/held-rights.ts'
import type { EndingRight } from '../model/held-rights.ts'

/** Who changes rights, with what they hold. */
export interface Actor {
  readonly userId: string
  /** Who they are; their other accounts share it. */
  readonly personId?: string | undefined
  /** Each of these lists must hold what they do: their session may be narrower than they are, or older. */
  readonly held: readonly (readonly EndingRight[])[]
}

export function actorOf(
  model: AccessModel,
  { userId, personId, grants }: Pick<Caller, 'userId' | 'personId' | 'grants'>,
): Actor {
  return { userId, personId, held: [grants, rightsOfUser(model, userId)] }
}

/** Whether it is an account of theirs: the one they act with, or another one of the same person. */
export function isOwnAccount(actor: Actor, account: { id: string; personId: string }): boolean {
  return account.id === actor.userId || account.personId === actor.personId
}

/**
 * The actor with what they hold for as long as something is to be given: nobody makes a right that ends for them into one
 * that does not. `until` undefined: without an end.
 */
export function lastingUntil(actor: Actor, until: number | undefined): Actor {
  const lasts = (right: EndingRight) =>
    right.until === undefined || (until !== undefined && right.until >= until)
  return { ...actor, held: actor.held.map((rights) => rights.filter(lasts)) }
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
    givesWholly(own, key) &&
    (own.environment === '*' || grant.environment === '*' || own.environment === grant.environment) &&
    scopeOverlaps(own.scope, grant.scope)
  return held.every((grants) => grants.some(touches))
}

/** Whether they hold a permission key somewhere, wherever that is, for all that is there. */
export function holdsSomewhere({ held }: Actor, key: string): boolean {
  return held.every((grants) => grants.some((grant) => givesWholly(grant, key)))
}
