import { catalogueChannel, catalogueViews } from '@qd/catalogue/contract'
import { useLive } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import { selectionLists } from '../../contract/index.ts'

const SHOWN = [...catalogueViews, ...selectionLists]

/** Follows changes of the hierarchy, whoever makes them and on whichever node; pages in hidden tabs included. */
export function useCatalogueLive(): void {
  const client = useQueryClient()
  useLive(catalogueChannel, {}, () => {
    for (const route of SHOWN) void client.invalidateQueries({ queryKey: [route.path] })
  })
}
