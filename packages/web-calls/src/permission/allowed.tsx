import type { ScopePlace } from '@qd/contract-kit'
import type { ReactNode } from 'react'
import { mayAct } from '../scope/use-action.ts'
import type { ActionSpec } from '../scope/use-action.ts'
import { useScope } from '../scope/scope.ts'
import { useSession } from '@qd/web-base'
import { userMay } from '@qd/web-base'
import type { Guarded } from '@qd/web-base'

/** Whether to offer a call at the place, or at the selection where none is given; follows sign-in, rights and selection. */
export function useMay(asked: Guarded | ActionSpec, place?: ScopePlace): boolean {
  const user = useSession((state) => state.userInfo)
  return useScope((state) => {
    if (place === undefined && 'level' in asked) return mayAct(user, asked, state)
    return userMay(user, asked, place)
  })
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
  return useMay(action) ? children : fallback
}
