import type { PermissionTriple } from '@qd/contract-kit'
import { assignGrants, readUsers } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessPicture } from '../picture/access-picture.ts'
import { heldByUser } from '../picture/held-rights.ts'
import { holdsAllOf, holdsEverywhere, seesGrant } from './actor.ts'
import type { Actor } from './actor.ts'

/** Nobody gives or takes what he does not hold himself. */
export function mayGive(picture: AccessPicture, actor: Actor, grant: RoleGrant): boolean {
  return holdsAllOf(actor, picture, { grant, permissions: [assignGrants] })
}

/** He sees himself, whom he invited, and everybody whose rights reach into his scope. */
export function maySeeUser(picture: AccessPicture, actor: Actor, userId: string): boolean {
  if (userId === actor.userId || holdsEverywhere(actor, readUsers)) return true
  if (picture.inviters.get(userId) === actor.userId) return true
  return heldByUser(picture, userId).some(({ grant }) => seesGrant(actor, readUsers, grant))
}

/**
 * Whether he may change the account itself: a new link, a disabled account or a dropped second factor is
 * power over all that the account holds. Never the own account.
 */
export function mayManageUser(
  picture: AccessPicture,
  actor: Actor,
  { userId, permission }: { userId: string; permission: PermissionTriple },
): boolean {
  if (userId === actor.userId) return false
  const held = heldByUser(picture, userId)
  if (held.length === 0) {
    return picture.inviters.get(userId) === actor.userId || holdsEverywhere(actor, permission)
  }
  return held.every(({ grant }) => holdsAllOf(actor, picture, { grant, permissions: [permission] }))
}
