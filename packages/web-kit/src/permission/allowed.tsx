import type { PermissionTriple, ScopePlace } from '@qd/contract-kit'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { selectedPlace, useScope } from '../stores/scope.ts'
import { useSession } from '../stores/session.ts'
import { userCan } from './can.ts'

/** `can` that follows sign-in, rights and selection. */
export function useCan(permission: PermissionTriple, place?: ScopePlace): boolean {
  const user = useSession((state) => state.userInfo)
  const selected = useScope(useShallow(selectedPlace))
  return userCan(user, permission, place ?? selected)
}

export interface AllowedProps {
  permission: PermissionTriple
  place?: ScopePlace
  children: ReactNode
  /** Shown instead when the permission is missing. */
  fallback?: ReactNode
}

/** Shows its children only to those who hold the permission, at the place if one is given. */
export function Allowed({ permission, place, children, fallback = null }: AllowedProps): ReactNode {
  return useCan(permission, place) ? children : fallback
}
