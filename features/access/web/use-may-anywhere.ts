import type { PermissionTriple } from '@qd/contract-kit'
import { useSession, userReaches } from '@qd/web-kit'

/** Whether the signed-in user holds the permission at any place; the server decides about each one. */
export function useMayAnywhere(permission: PermissionTriple): boolean {
  return useSession((state) => userReaches(state.userInfo, permission, {}))
}
