import { useEffect, useMemo, useState } from 'react'
import { runSliced, runWhole } from '../run-sliced.ts'
import { isFiltering, orderRows } from './view-order.ts'
import type { ViewOrder, ViewQuery, ViewSource } from './view-order.ts'

/** Up to this many cells are searched at once; more in slices, so that typing goes on. */
const CELLS_AT_ONCE = 20_000
export interface ShownOrder extends ViewOrder {
  /** A search is under way; the order is that of the query before. */
  isBusy: boolean
}

/** The rows in view; an order stays while values are edited, so that no row jumps away under the cursor. */
export function useViewOrder(source: ViewSource, query: ViewQuery): ShownOrder {
  const isPlain = !isFiltering(query) && query.sort.key === null
  const isSmall = isPlain || source.keys.length * source.columns.length <= CELLS_AT_ONCE
  const small = useMemo(() => (isSmall ? runWhole(orderRows(source, query)) : null), [isSmall, source, query])
  const [large, setLarge] = useState<{ order: ViewOrder; source: ViewSource; query: ViewQuery } | null>(null)
  useEffect(() => {
    if (isSmall) return undefined
    return runSliced(orderRows(source, query), { onDone: (order) => setLarge({ order, source, query }) })
  }, [isSmall, source, query])
  if (small) return { ...small, isBusy: false }
  const isBusy = large?.source !== source || large.query !== query
  return { ...(large?.order ?? { keys: source.keys, hits: 0 }), isBusy }
}
