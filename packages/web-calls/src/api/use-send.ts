import type { AnyRoute, RouteArgs, RouteReply } from '@qd/contract-kit'
import { useMutation } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import type { CallError } from '@qd/web-base'
import { call } from './call.ts'
import type { CallOptions } from './call.ts'

/** A call that changes something; never repeated by itself. */
export function useSend<R extends AnyRoute>(
  route: R,
  options: CallOptions,
): UseMutationResult<RouteReply<R>, CallError, RouteArgs<R>> {
  return useMutation<RouteReply<R>, CallError, RouteArgs<R>>({
    mutationFn: (args) => call(route, args, options),
    retry: false,
  })
}
