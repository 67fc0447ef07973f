import type { Environment } from './permission.ts'

/** A right to use permission codes below a scope prefix in an environment (`*` is any). */
export interface Grant {
  /** `*`, or `game`, `game/operator`, `game/operator/line`, `game/operator/line/sId`. */
  readonly scope: string
  readonly environment: Environment | '*'
  /** Permission keys `routerName.code`, or `*`. */
  readonly codes: readonly string[]
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

function codeHeld(grant: Grant, key: string | undefined): boolean {
  return key === undefined || grant.codes.includes('*') || grant.codes.includes(key)
}

function environmentHeld(grant: Grant, place: ScopePlace): boolean {
  return (
    grant.environment === '*' || place.environment === undefined || grant.environment === place.environment
  )
}

/** Whether the grants cover the whole place for this permission key (undefined: any grant). */
export function holds(grants: readonly Grant[], key: string | undefined, place: ScopePlace): boolean {
  const path = scopePath(place)
  return grants.some((g) => codeHeld(g, key) && environmentHeld(g, place) && scopeCovers(g.scope, path))
}

/** Whether the grants reach into the place: cover it, or something below it. */
export function reaches(grants: readonly Grant[], key: string | undefined, place: ScopePlace): boolean {
  const path = scopePath(place)
  return grants.some((g) => codeHeld(g, key) && environmentHeld(g, place) && scopeOverlaps(g.scope, path))
}

const deeperScope = (left: string, right: string): string | null =>
  scopeCovers(left, right) ? right : scopeCovers(right, left) ? left : null

function intersection(left: Grant, right: Grant): Grant | null {
  const scope = deeperScope(left.scope, right.scope)
  const isOneEnvironment =
    left.environment === '*' || right.environment === '*' || left.environment === right.environment
  if (scope === null || !isOneEnvironment) return null
  const codes = left.codes.includes('*') ? right.codes : left.codes.filter((code) => codeHeld(right, code))
  if (codes.length === 0) return null
  return { scope, environment: left.environment === '*' ? right.environment : left.environment, codes }
}

/** The rights both sides hold: of a user and of the token or preview that narrows them down. */
export function intersectGrants(left: readonly Grant[], right: readonly Grant[]): Grant[] {
  return left.flatMap((one) => right.map((other) => intersection(one, other)).filter((both) => both !== null))
}
