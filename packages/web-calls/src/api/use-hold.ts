import { QueryObserver, hashKey, useQueryClient } from '@tanstack/react-query'
import { useInsertionEffect } from 'react'

/**
 * Keeps answers for as long as the part that uses them is mounted. A page kept alive behind another one no longer
 * listens to its answers, and without this they were thrown away after a while, and what stands on them with them.
 */
export function useHold(...queryKeys: readonly (readonly unknown[])[]): void {
  const client = useQueryClient()
  const hash = hashKey(queryKeys)
  // Unlike other effects this one lasts while the page is hidden.
  useInsertionEffect(() => {
    const releases = queryKeys.map((queryKey) =>
      new QueryObserver(client, { queryKey, enabled: false, notifyOnChangeProps: [] }).subscribe(() => {}),
    )
    return () => {
      for (const release of releases) release()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- hash stands for the value of queryKeys
  }, [client, hash])
}
