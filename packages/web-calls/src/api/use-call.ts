import type { AnyRoute, PlaceRef, RouteArgs, RouteReply } from '@qd/contract-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from '@qd/web-base'
import { call } from './call.ts'
import type { CallOptions } from './call.ts'
import { isRefusedForRights } from './refused-rights.ts'
import { useHold } from './use-hold.ts'

export interface UseCallOptions<R extends AnyRoute, T = RouteReply<R>> extends Omit<CallOptions, 'signal'> {
  enabled?: boolean
  staleTimeMs?: number
  /** By what the last answer says, or always. */
  refetchIntervalMs?: number | false | ((reply: RouteReply<R> | undefined) => number | false)
  /** Shows the last answer while the next is under way. */
  keepsPrevious?: boolean
  /** Shows a failure that is known instead of asking again when the page comes into view. */
  keepsFailure?: boolean
  select?: (reply: RouteReply<R>) => T
}

/** What tells two answers to the same arguments apart: a player's game, else the line that was asked. */
function placeInKey(args: unknown, at: PlaceRef): Partial<PlaceRef> {
  const { query } = (args ?? {}) as { query?: { uId?: unknown } }
  // A player who moves to another line stays the same one.
  return query?.uId === undefined ? { game: at.game, lineId: at.lineId } : { game: at.game }
}

/** Key under which answers of a route are kept; without arguments: all of the route. */
export function queryKeyOf<R extends AnyRoute>(
  route: R,
  args?: RouteArgs<R> | null,
  at?: PlaceRef,
): readonly unknown[] {
  if (args === undefined) return [route.path]
  return at === undefined ? [route.path, args] : [route.path, args, placeInKey(args, at)]
}

/** Answer of a call kept by route and arguments; null arguments wait until there are some. */
export function useCall<R extends AnyRoute, T = RouteReply<R>>(
  route: R,
  args: RouteArgs<R> | null,
  options: UseCallOptions<R, T>,
): UseQueryResult<T, CallError> {
  const {
    enabled = true,
    staleTimeMs,
    refetchIntervalMs,
    keepsPrevious,
    keepsFailure,
    select,
    ...callOptions
  } = options
  const queryKey = queryKeyOf(route, args, options.at)
  useHold(queryKey)
  return useQuery<RouteReply<R>, CallError, T>({
    queryKey,
    queryFn: ({ signal }) => call(route, args as RouteArgs<R>, { ...callOptions, signal }),
    enabled: enabled && args !== null,
    retryOnMount: keepsFailure !== true,
    staleTime: staleTimeMs,
    // Who may no longer read is not refused again and again; a change of rights asks anew.
    refetchInterval: ({ state }) => {
      if (isRefusedForRights(state.error)) return false
      return typeof refetchIntervalMs === 'function'
        ? refetchIntervalMs(state.data)
        : (refetchIntervalMs ?? false)
    },
    placeholderData: keepsPrevious === true ? keepPreviousData : undefined,
    select,
  })
}
