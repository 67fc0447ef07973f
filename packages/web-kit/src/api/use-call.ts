import type { AnyRoute, RouteArgs, RouteReply } from '@qd/contract-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useScope } from '../stores/scope.ts'
import type { CallError } from './call-error.ts'
import { call } from './call.ts'
import type { CallOptions } from './call.ts'
import { isRefusedForRights } from './refused-rights.ts'
import { useHold } from './use-hold.ts'

export interface UseCallOptions<R extends AnyRoute, T = RouteReply<R>> extends Omit<CallOptions, 'signal'> {
  enabled?: boolean
  staleTimeMs?: number
  refetchIntervalMs?: number | false
  /** Shows the last answer while the next is under way. */
  keepsPrevious?: boolean
  select?: (reply: RouteReply<R>) => T
}

/** Key under which answers of a route are kept; without arguments: all of the route. */
export function queryKeyOf<R extends AnyRoute>(route: R, args?: RouteArgs<R>): readonly unknown[] {
  return args === undefined ? [route.path] : [route.path, args]
}

/** Answer of a call kept by route and arguments; null arguments wait until there are some. */
export function useCall<R extends AnyRoute, T = RouteReply<R>>(
  route: R,
  args: RouteArgs<R> | null,
  options: UseCallOptions<R, T>,
): UseQueryResult<T, CallError> {
  const lineId = useScope((state) => state.lineId)
  const isLineCall =
    route.path.startsWith('/adjust/') && route.level >= 2 && options.baseAddress === undefined
  const { enabled = true, staleTimeMs, refetchIntervalMs, keepsPrevious, select, ...callOptions } = options
  const queryKey = isLineCall ? [route.path, args, lineId] : [route.path, args]
  useHold(queryKey)
  return useQuery<RouteReply<R>, CallError, T>({
    queryKey,
    queryFn: ({ signal }) => call(route, args as RouteArgs<R>, { ...callOptions, signal }),
    enabled: enabled && args !== null,
    staleTime: staleTimeMs,
    // Who may no longer read is not refused again and again; a change of rights asks anew.
    refetchInterval: ({ state }) => (isRefusedForRights(state.error) ? false : (refetchIntervalMs ?? false)),
    placeholderData: keepsPrevious === true ? keepPreviousData : undefined,
    select,
  })
}
