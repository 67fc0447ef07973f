import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { revealColumn, revealRow } from '@qd/web-tables'
import type { Placement } from '@qd/web-tables/core'
import type { GridColumn } from '../view/grid-columns.tsx'
import { ACTION_WIDTH, NUMBER_WIDTH } from './grid-row.tsx'
import type { GridModel } from '../view/use-grid-model.ts'

export interface RevealSize {
  rowHeight: number
  headHeight: number
  placement: Placement<GridColumn>
}

/** Keeps the cursor in view as it moves, and the place where the table was left for when it is shown again. */
export function useReveal(
  scroller: RefObject<HTMLDivElement | null>,
  model: GridModel,
  size: RevealSize,
): void {
  const { view, change, cursor, columns } = model
  const kept = useRef({ top: view.scrollTop, left: view.scrollLeft })
  const column = columns[cursor.column]?.key
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    element.scrollTop = kept.current.top
    element.scrollLeft = kept.current.left
    const onScroll = (): void => {
      kept.current = { top: element.scrollTop, left: element.scrollLeft }
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      change({ scrollTop: kept.current.top, scrollLeft: kept.current.left })
    }
  }, [scroller, change])
  const { rowHeight, headHeight, placement } = size
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || cursor.row < 0 || element.clientHeight === 0) return
    revealRow(element, cursor.row, rowHeight, headHeight)
    if (column !== undefined) revealColumn(element, placement, column, NUMBER_WIDTH + ACTION_WIDTH)
    // Only a cursor that moves is followed, not the wheel nor another order.
    // eslint-disable-next-line react/exhaustive-deps -- see above
  }, [cursor.row, column, scroller])
}
