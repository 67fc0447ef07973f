import { asksStepUp, isConfirmed, leastRisk } from '@qd/contract-kit'
import type { AnyRoute, Environment, PlaceRef, RouteArgs } from '@qd/contract-kit'
import type { ScopeState } from '../scope/scope.ts'

type Lists = Pick<ScopeState, 'lines' | 'servers'>

function environmentOf(lineId: unknown, { lines }: Lists): Environment | undefined {
  return lines.find((line) => line.lineId === lineId)?.environment
}

/**
 * What has to be typed before the call is sent at all, as far as its declaration and the option lists tell; null:
 * nothing, or the server says it when it is asked (428 `confirm_required`).
 */
export function expectedName<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  { lists, at }: { lists: Lists; at?: PlaceRef },
): string | null {
  const { uId, sId, lineId } = route.target?.(args as never) ?? {}
  const environment = environmentOf(lineId ?? at?.lineId, lists)
  const least = leastRisk(route, environment)
  // The server then says all that it wants at once, for one dialog.
  if (asksStepUp(route, least)) return null
  if (route.confirms === 'named' || !isConfirmed(least, environment)) return null
  if (uId !== undefined) return String(uId)
  if (sId === undefined) return typeof lineId === 'string' ? lineId : null
  return lists.servers.find((server) => server.sId === Number(sId))?.serviceName ?? null
}
