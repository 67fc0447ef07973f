import { holds, permissionKey, reaches } from '@qd/contract-kit'
import type { Grant, PermissionTriple, ScopePlace, SessionKind } from '@qd/contract-kit'

/** A signed-in user as the guard and the handlers see them. */
export interface Caller {
  readonly userId: string
  readonly username: string
  readonly name: string
  /** Who has the account: several accounts and all API tokens of one person share it. */
  readonly personId?: string
  readonly sessionId: string
  /** Role codes, e.g. `ROLE_ADMIN`, `admin`. */
  readonly roles: readonly string[]
  readonly grants: readonly Grant[]
  /** Absent: `full`. */
  readonly kind?: SessionKind
  /** Changes nothing: every call of R1 and more is refused. */
  readonly isReadOnly?: boolean
  /** Name of the API token (`token`) or of the role shown (`preview`). */
  readonly label?: string
  /** An API token made for actions that ask people for a step-up proof. */
  readonly actsAlone?: boolean
  /** When they last gave a second factor in this session, ms UTC; what a gate may ask for (R4). */
  readonly secondFactorAt?: number | null
  /** When the session ends however it is used, ms UTC. */
  readonly expiresAt?: number
}

/** The one permission check of the server (S6.05): does the caller hold it for the whole place? */
export function callerHolds(caller: Caller, permission: PermissionTriple, place: ScopePlace): boolean {
  return holds(caller.grants, permissionKey(permission), place)
}

/** Whether any grant, of whatever permission, touches the place; lists on the way down use it. */
export function callerReaches(caller: Caller, place: ScopePlace, permission?: PermissionTriple): boolean {
  return reaches(caller.grants, permission && permissionKey(permission), place)
}
