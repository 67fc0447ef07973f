import { playerKey } from '@qd/contract-kit'
import type { PlayerKey } from '@qd/contract-kit'
import { ownValue } from '@qd/protocol-model'
import { whenSessionEnds } from '@qd/web-calls'
import { useCallback } from 'react'
import { create } from 'zustand'
import { whenPlayerCloses } from '../../state/player-tab.ts'
import { WHOLE_TABLE } from './view-order.ts'
import type { ViewQuery } from './view-order.ts'

/** A cell by the key of its row and of its column. */
export interface CellAddress {
  row: string
  column: string
}

/** What an operator made of one table's view; kept while they look at forms and other modules. */
export interface GridView {
  query: ViewQuery
  hasFilterRow: boolean
  /** The corner of the marked cells that is not the cursor; null: the cursor alone. */
  anchor: CellAddress | null
  /** Keys of rows chosen as a whole. */
  picked: ReadonlySet<string>
  /** Pixels. */
  scrollTop: number
  scrollLeft: number
}

const FRESH: GridView = {
  query: WHOLE_TABLE,
  hasFilterRow: false,
  anchor: null,
  picked: new Set(),
  scrollTop: 0,
  scrollLeft: 0,
}

interface GridViews {
  /** By player, then by module. */
  views: Readonly<Record<PlayerKey, Readonly<Record<string, GridView>>>>
}

export const useGridViews = create<GridViews>()(() => ({ views: {} }))

whenPlayerCloses((closed) => {
  const player = playerKey(closed)
  useGridViews.setState(({ views: { [player]: _closed, ...rest } }) => ({ views: rest }))
})
whenSessionEnds(() => useGridViews.setState({ views: {} }))

export type ChangeView = (part: Partial<GridView>) => void

/** The view of a player's table and what changes it. */
export function useGridView(player: PlayerKey, diff: string): [GridView, ChangeView] {
  const view = useGridViews(({ views }) => ownValue(views[player] ?? {}, diff) ?? FRESH)
  const change = useCallback<ChangeView>(
    (part) =>
      useGridViews.setState(({ views }) => {
        const next = { ...(ownValue(views[player] ?? {}, diff) ?? FRESH), ...part }
        return { views: { ...views, [player]: { ...views[player], [diff]: next } } }
      }),
    [player, diff],
  )
  return [view, change]
}
