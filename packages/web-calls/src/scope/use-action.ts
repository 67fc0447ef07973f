import type { AnyRoute, GuardedCall } from '@qd/contract-kit'
import { userMay } from '@qd/web-base'
import { selectedPlace, useScope } from './scope.ts'
import type { Selection } from './selection.ts'
import { useSession } from '@qd/web-base'
import type { SessionUser } from '@qd/web-base'
import { missingLevel } from './missing-level.ts'
import { requireLevel } from './require-level.ts'

/** What a call declares of who may make it where; a route, or the part of one. */
export type ActionSpec = GuardedCall & Pick<AnyRoute, 'level'>

/**
 * Whether the user may do this at the selection, or somewhere below it as long as it is not deep enough: what is
 * not chosen yet is no missing permission.
 */
export function mayAct(
  user: SessionUser | null,
  call: ActionSpec,
  selection: Parameters<typeof selectedPlace>[0],
): boolean {
  if (call.level === 0) return userMay(user, call)
  const isShallow = missingLevel(call.level, selection as Selection) !== null
  const asked = isShallow ? ({ ...call, scopeRule: 'reach' } as const) : call
  return userMay(user, asked, selectedPlace(selection))
}

export interface Action {
  /** Whether to show it to this user. */
  readonly isAllowed: boolean
  /** Does it, or says what has to be selected first (S5.01). */
  run(work: () => void): void
}

/** An action on the selection: its permission and the selection it needs come from its route. */
export function useAction(spec: ActionSpec): Action {
  const user = useSession((state) => state.userInfo)
  const isAllowed = useScope((state) => mayAct(user, spec, state))
  return {
    isAllowed,
    run: (work) => {
      if (requireLevel(spec.level)) work()
    },
  }
}
