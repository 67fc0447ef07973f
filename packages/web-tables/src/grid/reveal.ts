import type { Placement } from '../core/column-layout.ts'
import type { ColumnSpec } from '../core/column-spec.ts'

/** Scrolls a row into view, below the head; rows share one height, in pixels. */
export function revealRow(scroller: HTMLElement, index: number, rowHeight: number, headHeight: number): void {
  if (scroller.clientHeight === 0) return
  const room = scroller.clientHeight - headHeight
  const top = index * rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room
}

/** Scrolls a free column into view; `sides` are the pixels that first and last columns of the grid itself cover. */
export function revealColumn<C extends ColumnSpec>(
  scroller: HTMLElement,
  { free, pinnedWidth }: Placement<C>,
  key: string,
  sides: number,
): void {
  const placed = free.find(({ column }) => column.key === key)
  if (placed === undefined || scroller.clientWidth === 0) return
  const room = Math.max(0, scroller.clientWidth - pinnedWidth - sides)
  if (placed.left < scroller.scrollLeft) scroller.scrollLeft = placed.left
  else if (placed.left + placed.width > scroller.scrollLeft + room) {
    scroller.scrollLeft = placed.left + Math.min(placed.width, room) - room
  }
}
