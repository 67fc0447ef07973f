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
