import { QueryClient } from '@tanstack/react-query'

/** Reads are retried by the operator only: a failure is shown once, at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000, gcTime: 600_000 },
      // Paused without network, what changes something would run by itself when the network is back.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export const queryClient: QueryClient = createQueryClient()
