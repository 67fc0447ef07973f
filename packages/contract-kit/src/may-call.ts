import { permissionKey } from './permission.ts'
import type { AnyRoute } from './route.ts'
import { holds, reaches } from './scope-path.ts'
import type { Grant, ScopePlace } from './scope-path.ts'

/** What a call declares of who may make it. */
export type GuardedCall = Pick<AnyRoute, 'permission' | 'also' | 'scopeRule' | 'target'>

/** Every permission a call asks for; one undefined where a session is enough. */
const keysOf = (call: GuardedCall) => [callKey(call), ...(call.also ?? []).map(permissionKey)]

/** The first permission a call asks for; undefined where a session is enough. */
export function callKey({ permission }: GuardedCall): string | undefined {
  return typeof permission === 'string' ? undefined : permissionKey(permission)
}

/** Whether the grants allow a call that names this place. The server and the page ask the same, so they cannot differ. */
export function mayCallAt(grants: readonly Grant[], call: GuardedCall, place: ScopePlace): boolean {
  const isReach = call.scopeRule === 'reach' || typeof call.permission === 'string'
  const test = isReach ? reaches : holds
  return keysOf(call).every((key) => test(grants, key, place))
}

/**
 * Whether to offer a call: at this place, or, where it is not known yet, anywhere. Only where it may go is open then, not
 * whether it names a place at all.
 */
export function mayOffer(grants: readonly Grant[], call: GuardedCall, place?: ScopePlace): boolean {
  if (place !== undefined) return mayCallAt(grants, call, place)
  if (!keysOf(call).every((key) => reaches(grants, key, {}))) return false
  return call.target !== undefined || mayCallEverywhere(grants, call)
}

/**
 * Whether the grants allow a call that names no place: it is about all of them, so a grant below one of them, or for one
 * environment, is not enough. Calls that filter their answer (`reach`) do so by themselves.
 */
export function mayCallEverywhere(grants: readonly Grant[], call: GuardedCall): boolean {
  if (callKey(call) === undefined || call.scopeRule === 'reach') {
    return (call.also ?? []).every((each) => reaches(grants, permissionKey(each), {}))
  }
  const forAll = grants.filter(({ environment }) => environment === '*')
  return keysOf(call).every((key) => holds(forAll, key, {}))
}
