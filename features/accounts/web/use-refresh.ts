import { tellsOfRights } from '@qd/access/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Reads all lists of users, roles and groups anew: a change of one shows in the others. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => tellsOfRights(queryKey[0]) }),
    [client],
  )
}
