import { grantsAtDoor, mayOffer, permissionKey, reaches } from '@qd/contract-kit'
import type { DeclaredPermission, GuardedCall, PermissionTriple, ScopePlace } from '@qd/contract-kit'
import { grantsOf } from './session.ts'
import type { SessionUser } from './session.ts'

export const ADMIN_ROLE = 'ROLE_ADMIN'

function hasPair(user: SessionUser, permission: PermissionTriple): boolean {
  const page = user.permissions.find((entry) => entry.routerName === permission.routerName)
  return page?.functionList.some((f) => f.code === permission.code && f.type === permission.type) ?? false
}

/** A call, or a permission that handlers ask for beside their call's. */
export type Guarded = GuardedCall | DeclaredPermission

function callOf(asked: Guarded): GuardedCall {
  return 'routerName' in asked ? { permission: asked } : asked
}

/**
 * Whether the user may make the call at the place, or, without one, somewhere: by the rule the server decides with again
 * (S6.01, S6.02, S6.05).
 */
export function userMay(user: SessionUser | null, asked: Guarded, place?: ScopePlace): boolean {
  const call = callOf(asked)
  if (user === null || call.permission === 'game-server') return call.permission === 'public'
  if (typeof call.permission === 'string' || user.roles.includes(ADMIN_ROLE)) return true
  const grants = grantsOf(user)
  return grants === null ? hasPair(user, call.permission) : mayOffer(grants, call, place)
}

/** Whether the user holds the permission anywhere inside the place; decides for menus and pages, which make many calls. */
export function userReaches(
  user: SessionUser | null,
  permission: PermissionTriple & Pick<DeclaredPermission, 'resource'>,
  place: ScopePlace,
): boolean {
  if (user === null) return false
  if (user.roles.includes(ADMIN_ROLE)) return true
  const grants = grantsOf(user)
  if (grants === null) return hasPair(user, permission)
  return reaches(grantsAtDoor(grants, permission), permissionKey(permission), place)
}
