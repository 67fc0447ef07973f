import { containsResource, givesCode, scopeCovers } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'

function coversCode(outer: Grant, inner: Grant, code: string): boolean {
  const isEnvironmentHeld = outer.environment === '*' || outer.environment === inner.environment
  return (
    isEnvironmentHeld &&
    givesCode(outer, code) &&
    scopeCovers(outer.scope, inner.scope) &&
    containsResource(outer.resource, inner.resource)
  )
}

/**
 * Whether whoever holds `held` holds all of `grant`: every code at its whole scope, in its environment, for all its things.
 * One held grant must cover a code as a whole; four grants for four environments do not add up to all.
 */
export function containsGrant(held: readonly Grant[], grant: Grant): boolean {
  return grant.codes.every((code) => held.some((outer) => coversCode(outer, grant, code)))
}
