import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, useCall } from '@qd/web-calls'
import { requestList } from '../../contract/index.ts'

/** Own requests of the line's game and those shared with the user. */
export function useRequests(lineId: string, isWanted = true) {
  return useCall(requestList, lineId === '' ? null : { body: { lineId } }, {
    enabled: isWanted,
    tag: 'simulator:requests.list',
    told: 'inline',
  })
}

/** Reads the lists anew after a change. */
export function useForgetRequests(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeyOf(requestList) })
}
