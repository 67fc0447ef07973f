import { QueryClient } from '@tanstack/react-query'

/** Reads are retried by the operator only: a failure is shown once, at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000, gcTime: 600_000 },
      mutations: { retry: false },
    },
  })
}

export const queryClient: QueryClient = createQueryClient()
