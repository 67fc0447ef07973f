import { queryClient } from '@qd/web-calls'

/** Everything that shows webhooks asks again. */
export function refreshWebhooks(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/platform/webhook/'),
  })
}
