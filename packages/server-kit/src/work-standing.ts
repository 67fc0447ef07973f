import { parseJsonText } from '@qd/canonical-json'
import { givesWholly, holds, permissionKey, scopeCovers, scopePath } from '@qd/contract-kit'
import type { Grant, PermissionTriple, TargetRef } from '@qd/contract-kit'
import type { Caller, CataloguePlace, ScopePort } from './ports/index.ts'

/*
 * Of work that goes on without its caller: where it works and in whose name, asked for again each time, because both may
 * have changed since it was ordered.
 */

/** What finds a place again, after a restart or on another node. */
export function targetOfPlace({ game, operator, lineId, sId, uId }: CataloguePlace): TargetRef {
  return parseJsonText(JSON.stringify({ game, operator, lineId, sId, uId })) as TargetRef
}

/** The place work was ordered at, as the catalogue has it now; null when it is gone. `target` is JSON of a TargetRef. */
export function findPlaceAgain(
  scope: ScopePort,
  kept: { target: string; scope: string },
): CataloguePlace | null {
  const target = parseJsonText(kept.target) as TargetRef
  if (Object.keys(target).length === 0) return {}
  const resolution = scope.resolve(target)
  if (resolution.kind !== 'places' || resolution.missing !== undefined) return null
  return resolution.places.find((place) => scopePath(place) === kept.scope) ?? null
}

/** Whether somebody holds a permission at the whole place; one whose environment is open needs a grant for all. */
export function holdsAtPlace(
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  place: CataloguePlace,
): boolean {
  const grants = caller.grants.filter(
    ({ environment }) => environment === '*' || place.environment !== undefined,
  )
  return holds(grants, permissionKey(permission), place)
}

/** The grants of a caller that hold a permission, wherever, for all there is there. */
export function grantsFor(caller: Pick<Caller, 'grants'>, permission: PermissionTriple): Grant[] {
  const key = permissionKey(permission)
  return caller.grants.filter((grant) => givesWholly(grant, key))
}

/** The same for a place that is kept as a path; one above the lines needs a grant for all environments. */
export function holdsAtPath(
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  kept: { scope: string; environment: string | null },
): boolean {
  return grantsFor(caller, permission).some(
    ({ scope, environment }) =>
      scopeCovers(scope, kept.scope) && (environment === '*' || environment === kept.environment),
  )
}

/** The API token a caller speaks with, if it is one; what work of theirs belongs to. */
export function tokenOf({ kind, sessionId }: Caller): string | null {
  return kind === 'token' ? sessionId : null
}
