import type { PermissionTriple, ScopePlace } from '@qd/contract-kit'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useAction } from '../scope/use-action.ts'
import type { ActionSpec } from '../scope/use-action.ts'
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
  /** The call behind it. */
  action: ActionSpec
  children: ReactNode
  /** Shown instead when the permission is missing. */
  fallback?: ReactNode
}

/** Shows its children only to those who may make the call at the selection, or somewhere below it. */
export function Allowed({ action, children, fallback = null }: AllowedProps): ReactNode {
  return useAction(action).isAllowed ? children : fallback
}
