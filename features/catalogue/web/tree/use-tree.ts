import { selectionLists } from '@qd/scope/contract'
import { useCall } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { catalogueServers, catalogueTree, catalogueViews } from '../../contract/index.ts'

const SHOWN = [...catalogueViews, ...selectionLists]

export function useTree() {
  return useCall(catalogueTree, { body: {} }, { tag: 'catalogue:tree', told: 'inline' })
}

export function useLineServers(lineId: string | null) {
  return useCall(catalogueServers, lineId === null ? null : { body: { lineId } }, {
    tag: 'catalogue:kind.server',
    told: 'inline',
  })
}

/** Asks anew for everything that shows the hierarchy, in this page and in the top bar. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await Promise.all(SHOWN.map((route) => client.invalidateQueries({ queryKey: [route.path] })))
  }, [client])
}
