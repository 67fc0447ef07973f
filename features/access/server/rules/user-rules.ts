import type { PermissionTriple } from '@qd/contract-kit'
import { assignGrants, readUsers } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessModel } from '../model/access-model.ts'
import { heldByUser } from '../model/held-rights.ts'
import { holdsAllOf, holdsEverywhere, seesGrant } from './actor.ts'
import type { Actor } from './actor.ts'

/** Nobody gives or takes what they do not hold. */
export function mayGive(model: AccessModel, actor: Actor, grant: RoleGrant): boolean {
  return holdsAllOf(actor, model, { grant, permissions: [assignGrants] })
}

/** They see themselves, whom they invited, and everybody whose rights reach into their scope. */
export function maySeeUser(model: AccessModel, actor: Actor, userId: string): boolean {
  if (userId === actor.userId || holdsEverywhere(actor, readUsers)) return true
  if (model.inviters.get(userId) === actor.userId) return true
  return heldByUser(model, userId).some(({ grant }) => seesGrant(actor, readUsers, grant))
}

/**
 * Whether they may change the account itself: a new link, a disabled account or a dropped second factor is
 * power over all that the account holds. Never the own account.
 */
export function mayManageUser(
  model: AccessModel,
  actor: Actor,
  { userId, permission }: { userId: string; permission: PermissionTriple },
): boolean {
  if (userId === actor.userId) return false
  const held = heldByUser(model, userId)
  if (held.length === 0) {
    return model.inviters.get(userId) === actor.userId || holdsEverywhere(actor, permission)
  }
  return held.every(({ grant }) => holdsAllOf(actor, model, { grant, permissions: [permission] }))
}
