import type { AnyRoute, RouteArgs, RouteReply } from '@qd/contract-kit'
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from '@qd/web-base'
import { call } from './call.ts'
import { queryKeyOf } from './use-call.ts'
import type { UseCallOptions } from './use-call.ts'
import { useHold } from './use-hold.ts'

/** The same call once per arguments, kept as `useCall` keeps each. */
export function useCalls<R extends AnyRoute>(
  route: R,
  argsList: readonly RouteArgs<R>[],
  options: Omit<UseCallOptions<R>, 'select' | 'keepsPrevious' | 'enabled' | 'refetchIntervalMs'> & {
    refetchIntervalMs?: number | false
  },
): UseQueryResult<RouteReply<R>, CallError>[] {
  const { staleTimeMs, refetchIntervalMs, ...callOptions } = options
  const keyOf = (args: RouteArgs<R>) => queryKeyOf(route, args, options.at)
  useHold(...argsList.map(keyOf))
  return useQueries({
    queries: argsList.map((args) => ({
      queryKey: keyOf(args),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(route, args, { ...callOptions, signal }),
      staleTime: staleTimeMs,
      refetchInterval: refetchIntervalMs,
    })),
  }) as UseQueryResult<RouteReply<R>, CallError>[]
}
