import { AppError, coreErrors, holds, permissionKey } from '@qd/contract-kit'
import type { PermissionTriple, ScopePlace } from '@qd/contract-kit'
import type { CallContext, Caller } from '@qd/server-kit'
import { editPlaces } from '../../contract/index.ts'

/** A grant for one environment holds no game and no operator as a whole: their lines have several. */
export function holdsWhole(caller: Caller, permission: PermissionTriple, place: ScopePlace): boolean {
  const isOpen = place.environment === undefined
  const grants = caller.grants.filter((grant) => !isOpen || grant.environment === '*')
  return holds(grants, permissionKey(permission), place)
}

/**
 * Refuses a call whose line was found by its code: the place that was checked and the id that is changed must be
 * one line, whatever else bears that name.
 */
export function assertNamed(ctx: CallContext, lineId: string | undefined): void {
  if (ctx.place.lineId !== lineId) throw new AppError(coreErrors.line_not_found, { field: 'lineId' })
}

/** Refuses who may not change the whole of the place. */
export function assertEdits(caller: Caller, place: ScopePlace): void {
  if (!holdsWhole(caller, editPlaces, place)) throw new AppError(coreErrors.scope_forbidden)
}
