import { queryClient } from '@qd/web-calls'

/** Everything that shows limits, or is held against them, asks again. */
export function refreshLimits(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => /^\/platform\/gameProp(UpperLimit\/|\/check)/.test(String(queryKey[0])),
  })
}
