import { holds, permissionKey, reaches } from '@qd/contract-kit'
import type { PermissionTriple, ScopePlace } from '@qd/contract-kit'
import { selectedPlace, useScope } from '../stores/scope.ts'
import { grantsOf, useSession } from '../stores/session.ts'
import type { SessionUser } from '../stores/session.ts'

export const ADMIN_ROLE = 'ROLE_ADMIN'

function hasPair(user: SessionUser, permission: PermissionTriple): boolean {
  const page = user.permissions.find((entry) => entry.routerName === permission.routerName)
  return page?.functionList.some((f) => f.code === permission.code && f.type === permission.type) ?? false
}

/** The one check for menus, pages and buttons (S6.01, S6.02, S6.05); the server decides again. */
export function userCan(user: SessionUser | null, permission: PermissionTriple, place: ScopePlace): boolean {
  if (user === null) return false
  if (user.roles.includes(ADMIN_ROLE)) return true
  const grants = grantsOf(user)
  return grants === null ? hasPair(user, permission) : holds(grants, permissionKey(permission), place)
}

/** Whether the user holds the permission anywhere inside the place; decides for menus and pages. */
export function userReaches(
  user: SessionUser | null,
  permission: PermissionTriple,
  place: ScopePlace,
): boolean {
  if (user === null) return false
  if (user.roles.includes(ADMIN_ROLE)) return true
  const grants = grantsOf(user)
  return grants === null ? hasPair(user, permission) : reaches(grants, permissionKey(permission), place)
}

/** Whether the signed-in user may do this at the place; default: the current selection. */
export function can(permission: PermissionTriple, place?: ScopePlace): boolean {
  return userCan(useSession.getState().userInfo, permission, place ?? selectedPlace(useScope.getState()))
}
