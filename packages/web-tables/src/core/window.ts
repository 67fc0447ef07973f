import type { PlacedColumn } from './column-layout.ts'
import type { ColumnSpec } from './column-spec.ts'

export interface GridWindow {
  /** First row in view, rounded down to a step. */
  row: number
  /** Scrolled to the right, in pixels, rounded down to a step. */
  left: number
  width: number
  height: number
}

/** jsdom and hidden pages have no size; a few rows are drawn anyway. */
const FALLBACK_HEIGHT = 480
/** The window moves in steps, so that most frames of a scroll render nothing. */
export const ROW_STEP = 4
export const LEFT_STEP = 120
const ROW_OVERSCAN = 8
const LEFT_OVERSCAN = 240

/** Indexes of the rows to draw: from `start` up to, not including, `end`. */
export function rowsInView(
  shown: GridWindow,
  rowHeight: number,
  count: number,
): { start: number; end: number } {
  const perView = Math.ceil((shown.height || FALLBACK_HEIGHT) / rowHeight)
  const end = Math.min(count, shown.row + ROW_STEP + perView + ROW_OVERSCAN)
  return { start: Math.max(0, Math.min(shown.row - ROW_OVERSCAN, end)), end }
}

export interface ColumnSlice<C extends ColumnSpec> {
  columns: readonly PlacedColumn<C>[]
  /** Pixels left out before and after. */
  before: number
  after: number
}

/** The free columns to draw; all of them while the width is not known. */
export function columnsInView<C extends ColumnSpec>(
  shown: { left: number; width: number },
  free: readonly PlacedColumn<C>[],
  freeWidth: number,
): ColumnSlice<C> {
  if (shown.width === 0) return { columns: free, before: 0, after: 0 }
  const from = shown.left - LEFT_OVERSCAN
  const to = shown.left + LEFT_STEP + shown.width + LEFT_OVERSCAN
  const columns = free.filter(({ left, width }) => left + width > from && left < to)
  const first = columns[0]
  const last = columns.at(-1)
  if (first === undefined || last === undefined) return { columns, before: freeWidth, after: 0 }
  return { columns, before: first.left, after: freeWidth - last.left - last.width }
}
