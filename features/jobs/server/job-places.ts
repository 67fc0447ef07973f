import { parseJsonText } from '@qd/canonical-json'
import { AppError, scopePath } from '@qd/contract-kit'
import type { AnyJob, Environment, PermissionTriple } from '@qd/contract-kit'
import { findPlaceAgain, holdsAtPlace, targetOfPlace } from '@qd/server-kit'
import type { Caller, CataloguePlace, JobOrder } from '@qd/server-kit'
import { jobsErrors } from '../contract/index.ts'
import type { StoredJob, StoredPlace } from './job-tables.ts'
import type { UseCaseDeps } from './jobs-deps.ts'

export function storedPlaces(places: readonly CataloguePlace[]): StoredPlace[] {
  return places.map((place) => ({ scope: scopePath(place), target: targetOfPlace(place) }))
}

/** That of the place, else the one all places of the rows have; null where they differ. */
export function environmentOf(
  place: CataloguePlace,
  places: readonly CataloguePlace[] = [],
): Environment | null {
  const [first, ...more] = new Set(places.map(({ environment }) => environment))
  return place.environment ?? (more.length === 0 ? first : undefined) ?? null
}

/** The places of a job's rows; none where all lie at its own place. */
export function placesOf({ places }: Pick<StoredJob, 'places'>): StoredPlace[] {
  return places === null ? [] : (parseJsonText(places) as StoredPlace[])
}

/** Names from the operator down; what has no name any more by its code. The game is named only where nothing else is. */
export function placeName({ namesOf }: Pick<UseCaseDeps, 'namesOf'>, scope: string): string[] {
  if (scope === '*') return []
  const codes = scope.split('/')
  const names = namesOf(scope)
  const shown = codes.map((code, depth) => names[depth] ?? (depth === 3 ? `S${code}` : code))
  return shown.length > 1 ? shown.slice(1) : shown
}

/** Refuses an order with rows at a place where its caller may not do this, by the name of the place. */
export function refuseForeignPlaces(
  deps: Pick<UseCaseDeps, 'namesOf'>,
  caller: Caller,
  { job, places = [] }: JobOrder<AnyJob>,
): void {
  const foreign = places.find((place) => !holdsAtPlace(caller, job.permission, place))
  if (foreign === undefined) return
  const scope = scopePath(foreign)
  const place = placeName(deps, scope).join(' · ')
  throw new AppError(jobsErrors.job_place_forbidden, { params: { place }, details: { place: scope } })
}

/** Where a row lies as of now, or why it cannot be worked on. */
export type PlaceNow = CataloguePlace | 'rights_lost' | 'place_gone'

export function placeNow(
  { scope }: Pick<UseCaseDeps, 'scope'>,
  owner: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  stored: StoredPlace,
): PlaceNow {
  const place = findPlaceAgain(scope, { scope: stored.scope, target: JSON.stringify(stored.target) })
  if (place === null) return 'place_gone'
  return holdsAtPlace(owner, permission, place) ? place : 'rights_lost'
}

/** Whether somebody may do what the kind does wherever the job works; where a place is gone nothing can be done anyway. */
export function holdsEverywhere(
  deps: Pick<UseCaseDeps, 'scope'>,
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  job: StoredJob,
): boolean {
  const places = placesOf(job)
  if (places.length > 0) {
    const found = places.map((each) => placeNow(deps, caller, permission, each))
    const left = found.filter((each) => each !== 'place_gone')
    return left.length > 0 && !left.includes('rights_lost')
  }
  const place = findPlaceAgain(deps.scope, job)
  return place !== null && holdsAtPlace(caller, permission, place)
}
