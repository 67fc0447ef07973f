import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Placement } from '@qd/web-tables'
import type { GridColumn } from '../view/grid-columns.tsx'
import { DEED_WIDTH, NUMBER_WIDTH } from './grid-row.tsx'
import type { GridModel } from '../view/use-grid-model.ts'

export interface RevealSize {
  rowHeight: number
  headHeight: number
  placement: Placement<GridColumn>
}

function revealRow(scroller: HTMLElement, index: number, { rowHeight, headHeight }: RevealSize): void {
  const room = scroller.clientHeight - headHeight
  const top = index * rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room
}

function revealColumn(scroller: HTMLElement, key: string | undefined, { placement }: RevealSize): void {
  const placed = placement.free.find(({ column }) => column.key === key)
  if (!placed) return
  const room = Math.max(0, scroller.clientWidth - placement.pinnedWidth - NUMBER_WIDTH - DEED_WIDTH)
  if (placed.left < scroller.scrollLeft) scroller.scrollLeft = placed.left
  else if (placed.left + placed.width > scroller.scrollLeft + room) {
    scroller.scrollLeft = placed.left + Math.min(placed.width, room) - room
  }
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
    revealRow(element, cursor.row, { rowHeight, headHeight, placement })
    revealColumn(element, column, { rowHeight, headHeight, placement })
    // Only a cursor that moves is followed, not the wheel nor another order.
    // eslint-disable-next-line react/exhaustive-deps -- see above
  }, [cursor.row, column, scroller])
}
