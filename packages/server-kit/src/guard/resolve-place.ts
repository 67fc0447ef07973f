import { AppError, callKey, coreErrors, grantsAtDoor, holds, mayCallAt, reaches } from '@qd/contract-kit'
import type { AnyRoute, ErrorDef, Level, TargetRef } from '@qd/contract-kit'
import type { Caller, CataloguePlace, ScopePort } from '../ports/index.ts'

const NOWHERE: CataloguePlace = {}

function neededAt(level: Level, place: CataloguePlace, ref: TargetRef): ErrorDef | null {
  if (level >= 3 && place.sId === undefined) {
    const playerAsked = 'uId' in ref && ref.sId === undefined
    return playerAsked ? coreErrors.player_required : coreErrors.server_required
  }
  if (level >= 2 && place.lineId === undefined) return coreErrors.line_required
  if (level >= 1 && place.operator === undefined) return coreErrors.operator_required
  return null
}

function withBase(ref: TargetRef, baseLineId: string | undefined): TargetRef | 'disagree' {
  if (baseLineId === undefined) return ref
  if (ref.lineId !== undefined && ref.lineId !== baseLineId) return 'disagree'
  return { ...ref, lineId: baseLineId }
}

const isEmpty = (ref: TargetRef) => Object.values(ref).every((value) => value === undefined)

/** What the caller may choose from: only places that are theirs. */
function candidateOf({ game, operator, lineId, sId, server }: CataloguePlace) {
  return { game, partnerCode: operator, lineId, sId, serviceName: server?.serviceName }
}

function pick(route: AnyRoute, caller: Caller, places: readonly CataloguePlace[]): CataloguePlace {
  const allowed = places.filter((place) => mayCallAt(caller.grants, route, place))
  if (allowed.length === 0) throw new AppError(coreErrors.scope_forbidden)
  if (allowed.length > 1) {
    throw new AppError(coreErrors.scope_ambiguous, {
      field: allowed[0]?.uId === undefined ? 'sId' : 'uId',
      details: { candidates: allowed.map(candidateOf) },
    })
  }
  return allowed[0]!
}

/** Tells callers who may choose further that the selection is not deep enough. */
function refuseShallow(
  route: AnyRoute,
  caller: Caller,
  places: readonly CataloguePlace[],
  ref: TargetRef,
): void {
  const [place] = places
  if (place === undefined || places.length > 1) return
  const needed = neededAt(route.level, place, ref)
  const grants = grantsAtDoor(caller.grants, route.permission)
  if (needed !== null && reaches(grants, callKey(route), place)) throw new AppError(needed)
}

/**
 * Works out the place a call is about and whether the caller may go there. A foreign object and a
 * missing one below a foreign place give the same 403; missing below a held place is 404.
 */
export function resolvePlace(
  scope: ScopePort,
  route: AnyRoute,
  caller: Caller,
  asked: { ref: TargetRef; baseLineId?: string | undefined },
): CataloguePlace {
  const ref = withBase(asked.ref, asked.baseLineId)
  if (ref === 'disagree') throw new AppError(coreErrors.scope_disagree)
  if (isEmpty(ref)) {
    const needed = neededAt(route.level, NOWHERE, asked.ref)
    if (needed !== null) throw new AppError(needed)
    return NOWHERE
  }
  const resolution = scope.resolve(ref)
  if (resolution.kind === 'invalid') throw resolution.error
  // A grant for one environment holds no place whose environment is open.
  const isHeld = (place: CataloguePlace) =>
    holds(
      grantsAtDoor(caller.grants, route.permission).filter(
        (grant) => grant.environment === '*' || place.environment !== undefined,
      ),
      callKey(route),
      place,
    )
  if (resolution.kind === 'disagree') {
    const isTold = resolution.below === undefined || resolution.below.some(isHeld)
    throw new AppError(isTold ? coreErrors.scope_disagree : coreErrors.scope_forbidden)
  }
  if (resolution.missing !== undefined) {
    // Missing below: only somebody who holds the place above learns that nothing is there, and only
    // a caller who holds the place where it is instead learns that their input contradicts itself.
    if (!resolution.places.some(isHeld)) throw new AppError(coreErrors.scope_forbidden)
    const isElsewhere = resolution.elsewhere?.some(isHeld) === true
    if (isElsewhere) throw new AppError(coreErrors.scope_disagree)
    const { uId } = asked.ref
    const ofPlayer = typeof uId === 'string' ? { field: 'uId', params: { uId } } : {}
    throw new AppError(resolution.missing, ofPlayer)
  }
  refuseShallow(route, caller, resolution.places, ref)
  const place = pick(route, caller, resolution.places)
  const needed = neededAt(route.level, place, ref)
  if (needed !== null) throw new AppError(needed)
  return place
}
