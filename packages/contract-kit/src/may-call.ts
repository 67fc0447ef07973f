import { permissionKey } from './permission.ts'
import type { DeclaredPermission, Permission } from './permission.ts'
import type { AnyRoute } from './route.ts'
import { holds, reaches } from './scope-path.ts'
import type { Grant, ScopePlace } from './scope-path.ts'

/** What a call declares of who may make it. */
export type GuardedCall = Pick<AnyRoute, 'permission' | 'also' | 'scopeRule' | 'target'>

/** Every permission a call asks for. */
const permissionsOf = ({ permission, also = [] }: GuardedCall): Permission[] => [permission, ...also]

/** Undefined where a session is enough. */
const keyOf = (permission: Permission) =>
  typeof permission === 'string' ? undefined : permissionKey(permission)

/**
 * The grants as a door counts them that knows the place and no thing: what is narrowed to things of the kind its permission
 * declares opens it like any other, because what is behind the door asks for the thing. All else that is narrowed does not.
 */
export function grantsAtDoor(
  grants: readonly Grant[],
  permission: 'public' | 'session' | 'game-server' | Pick<DeclaredPermission, 'resource'>,
): readonly Grant[] {
  const kind = typeof permission === 'string' ? undefined : permission.resource
  if (kind === undefined) return grants
  return grants.map(({ resource, ...grant }) =>
    resource === undefined || resource.kind === kind ? grant : { ...grant, resource },
  )
}

/** The first permission a call asks for; undefined where a session is enough. */
export function callKey({ permission }: GuardedCall): string | undefined {
  return keyOf(permission)
}

/**
 * Whether the grants allow a call that names this place. The server and the page ask the same, so they cannot differ. Of a
 * permission that declares a resource the handler narrows further: a grant for some things of the place is enough here.
 */
export function mayCallAt(grants: readonly Grant[], call: GuardedCall, place: ScopePlace): boolean {
  const isReach = call.scopeRule === 'reach' || typeof call.permission === 'string'
  const test = isReach ? reaches : holds
  return permissionsOf(call).every((each) => test(grantsAtDoor(grants, each), keyOf(each), place))
}

const reachesAnywhere = (grants: readonly Grant[], permission: Permission) =>
  reaches(grantsAtDoor(grants, permission), keyOf(permission), {})

/**
 * Whether to offer a call: at this place, or, where it is not known yet, anywhere. Only where it may go is open then, not
 * whether it names a place at all.
 */
export function mayOffer(grants: readonly Grant[], call: GuardedCall, place?: ScopePlace): boolean {
  if (place !== undefined) return mayCallAt(grants, call, place)
  if (!permissionsOf(call).every((each) => reachesAnywhere(grants, each))) return false
  return call.target !== undefined || mayCallEverywhere(grants, call)
}

/**
 * Whether the grants allow a call that names no place: it is about all of them, so a grant below one of them, or for one
 * environment, is not enough. Calls that filter their answer (`reach`) do so by themselves.
 */
export function mayCallEverywhere(grants: readonly Grant[], call: GuardedCall): boolean {
  if (callKey(call) === undefined || call.scopeRule === 'reach') {
    return (call.also ?? []).every((each) => reachesAnywhere(grants, each))
  }
  const forAll = grants.filter(({ environment }) => environment === '*')
  return permissionsOf(call).every((each) => holds(grantsAtDoor(forAll, each), keyOf(each), {}))
}
