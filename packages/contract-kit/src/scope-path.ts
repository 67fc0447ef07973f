import type { Environment } from './permission.ts'
import { containsResource, matchesResource, reachesResource } from './resource-pattern.ts'
import type { GrantResource, ResourceName } from './resource-pattern.ts'

/** A right to use permission codes below a scope prefix in an environment (`*` is any). */
export interface Grant {
  /** `*`, or `game`, `game/operator`, `game/operator/line`, `game/operator/line/sId`. */
  readonly scope: string
  readonly environment: Environment | '*'
  /** Permission keys `routerName.code`, or `*`. */
  readonly codes: readonly string[]
  /** Only for these things at the place; absent: for the whole place. Counts where a check names a thing, nowhere else. */
  readonly resource?: GrantResource | undefined
}

/** A place in the hierarchy; deeper parts are absent when the call names none (S1.01). */
export interface ScopePlace {
  readonly game?: string
  readonly operator?: string
  readonly lineId?: string
  readonly sId?: number
  readonly environment?: Environment
}

/** The place as a path, `*` when it names nothing: `lantern/harbour/harbour-dev/1`. */
export function scopePath(place: ScopePlace): string {
  const parts = [place.game, place.operator, place.lineId, place.sId]
  const end = parts.indexOf(undefined)
  return (end === -1 ? parts : parts.slice(0, end)).join('/') || '*'
}

/** Ids of the catalogue, and server numbers, are made of these alone. */
const SEGMENT = /^[A-Za-z0-9][\w-]{0,63}$/
const MOST_SEGMENTS = 4

/**
 * Whether a text is a scope path as grants and filters hold it: `*`, or one to four ids. Nothing that another reader could
 * take for a way upwards or decode to one: no `.` or `..`, no empty or encoded part, no backslash.
 */
export function isScopePath(text: string): boolean {
  if (text === '*') return true
  const segments = text.split('/')
  return segments.length <= MOST_SEGMENTS && segments.every((segment) => SEGMENT.test(segment))
}

/** Whether everything at `path` lies below `prefix`; whole segments only. */
export function scopeCovers(prefix: string, path: string): boolean {
  return prefix === '*' || path === prefix || path.startsWith(`${prefix}/`)
}

/** Whether one of the two lies within the other; used to filter lists on the way down. */
export function scopeOverlaps(prefix: string, path: string): boolean {
  return path === '*' || scopeCovers(prefix, path) || prefix.startsWith(`${path}/`)
}

/** Whether a grant gives a permission somewhere, be it for some things only. */
export function givesCode({ codes }: Pick<Grant, 'codes'>, key: string): boolean {
  return codes.includes('*') || codes.includes(key)
}

function codeHeld(grant: Grant, key: string | undefined): boolean {
  return key === undefined || givesCode(grant, key)
}

/** Whether a grant gives a permission for all there is where it counts: what is narrowed to some things does not. */
export function givesWholly(grant: Pick<Grant, 'codes' | 'resource'>, key: string): boolean {
  return grant.resource === undefined && givesCode(grant, key)
}

function environmentHeld(grant: Grant, place: ScopePlace): boolean {
  return (
    grant.environment === '*' || place.environment === undefined || grant.environment === place.environment
  )
}

/** Whether the grants cover the whole place, with all in it, for this permission key (undefined: any grant). */
export function holds(grants: readonly Grant[], key: string | undefined, place: ScopePlace): boolean {
  const path = scopePath(place)
  return grants.some(
    (g) =>
      g.resource === undefined && codeHeld(g, key) && environmentHeld(g, place) && scopeCovers(g.scope, path),
  )
}

/**
 * Whether the grants reach into the place: cover it, or something below it. A narrowed grant opens no permission here, but
 * who has one may know the place: without a key it counts.
 */
export function reaches(grants: readonly Grant[], key: string | undefined, place: ScopePlace): boolean {
  const path = scopePath(place)
  return grants.some(
    (g) =>
      (g.resource === undefined || key === undefined) &&
      codeHeld(g, key) &&
      environmentHeld(g, place) &&
      scopeOverlaps(g.scope, path),
  )
}

/**
 * Whether the grants give the permission for one thing at the place, named in all its parts.
 *
 *
 */
export function holdsFor(
  grants: readonly Grant[],
  key: string,
  place: ScopePlace,
  { kind, parts }: ResourceName,
): boolean {
  const path = scopePath(place)
  const isFor = ({ resource }: Grant) =>
    resource === undefined || (resource.kind === kind && matchesResource(resource.pattern, parts))
  return grants.some(
    (g) => isFor(g) && givesCode(g, key) && environmentHeld(g, place) && scopeCovers(g.scope, path),
  )
}

/**
 * Whether the grants give the permission for anything below these leading parts: all but the last, or fewer; none: `[]`.
 *
 *
 */
export function reachesFor(
  grants: readonly Grant[],
  key: string,
  place: ScopePlace,
  { kind, parts }: ResourceName,
): boolean {
  const path = scopePath(place)
  const isFor = ({ resource }: Grant) =>
    resource === undefined || (resource.kind === kind && reachesResource(resource.pattern, parts))
  return grants.some(
    (g) => isFor(g) && givesCode(g, key) && environmentHeld(g, place) && scopeOverlaps(g.scope, path),
  )
}

/**
 * The patterns of one kind for which the grants give the permission at the whole place; null: for everything. Whoever
 * lists things at a place looks for these alone.
 *
 *
 */
export function patternsFor(
  grants: readonly Grant[],
  key: string,
  place: ScopePlace,
  kind: string,
): readonly string[] | null {
  if (holds(grants, key, place)) return null
  const found = grants.flatMap(({ resource, ...grant }) =>
    resource?.kind === kind && holds([grant], key, place) ? [resource.pattern] : [],
  )
  return [...new Set(found)]
}

const deeperScope = (left: string, right: string): string | null =>
  scopeCovers(left, right) ? right : scopeCovers(right, left) ? left : null

/** The narrower of two, as part of a grant; null: neither lies within the other. */
function narrowerResource(
  { resource: left }: Grant,
  { resource: right }: Grant,
): Pick<Grant, 'resource'> | null {
  const both = containsResource(left, right) ? right : containsResource(right, left) ? left : null
  return both === null ? null : both === undefined ? {} : { resource: both }
}

function intersection(left: Grant, right: Grant): Grant | null {
  const scope = deeperScope(left.scope, right.scope)
  const isOneEnvironment =
    left.environment === '*' || right.environment === '*' || left.environment === right.environment
  const resource = narrowerResource(left, right)
  if (scope === null || !isOneEnvironment || resource === null) return null
  const codes = left.codes.includes('*') ? right.codes : left.codes.filter((code) => codeHeld(right, code))
  if (codes.length === 0) return null
  const environment = left.environment === '*' ? right.environment : left.environment
  return { scope, environment, codes, ...resource }
}

/**
 * The rights both sides hold: of a user and of the token or preview that narrows them down. Two patterns that only overlap
 * give nothing.
 */
export function intersectGrants(left: readonly Grant[], right: readonly Grant[]): Grant[] {
  return left.flatMap((one) => right.map((other) => intersection(one, other)).filter((both) => both !== null))
}
