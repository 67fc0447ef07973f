import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import type { PlacedColumn } from './column-layout.ts'

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
const ROW_STEP = 4
const LEFT_STEP = 120
const ROW_OVERSCAN = 8
const LEFT_OVERSCAN = 240

/** Paper has no window: everything is drawn, up to what nobody prints. */
const MOST_PRINTED_ROWS = 5_000
let isPrinting = false

function followPrinting(listener: () => void): () => void {
  const turn = (next: boolean) => () => {
    isPrinting = next
    listener()
  }
  const [before, after] = [turn(true), turn(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** The window as text: equal windows are one value, so that nothing is drawn again for them. */
function measured(scroller: HTMLElement | null, rowHeight: number): string {
  if (scroller === null) return '0 0 0 0'
  if (isPrinting) return `0 0 0 ${MOST_PRINTED_ROWS * rowHeight}`
  const row = Math.floor(scroller.scrollTop / rowHeight)
  const { scrollLeft, clientWidth, clientHeight } = scroller
  return `${row - (row % ROW_STEP)} ${scrollLeft - (scrollLeft % LEFT_STEP)} ${clientWidth} ${clientHeight}`
}

/**
 * The part of a grid that is in view. Rows share one height, so their places are computed; measuring each
 * of 100,000 rows, as the general virtualizer does, would cost more than drawing the visible ones.
 */
export function useGridWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number): GridWindow {
  const subscribe = useCallback(
    (listener: () => void) => {
      const element = scroller.current
      if (element === null) return () => {}
      element.addEventListener('scroll', listener, { passive: true })
      const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(listener)
      sizes?.observe(element)
      const endPrinting = followPrinting(listener)
      return () => {
        endPrinting()
        element.removeEventListener('scroll', listener)
        sizes?.disconnect()
      }
    },
    // eslint-disable-next-line react/preserve-manual-memoization -- the React Compiler is not used
    [scroller],
  )
  const shown = useSyncExternalStore(subscribe, () => measured(scroller.current, rowHeight))
  return useMemo(() => {
    const [row = 0, left = 0, width = 0, height = 0] = shown.split(' ').map(Number)
    return { row, left, width, height }
  }, [shown])
}

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

export interface ColumnSlice<T> {
  columns: readonly PlacedColumn<T>[]
  /** Pixels left out before and after. */
  before: number
  after: number
}

/** The free columns to draw; all of them while the width is not known. */
export function columnsInView<T>(
  shown: { left: number; width: number },
  free: readonly PlacedColumn<T>[],
  freeWidth: number,
): ColumnSlice<T> {
  if (shown.width === 0) return { columns: free, before: 0, after: 0 }
  const from = shown.left - LEFT_OVERSCAN
  const to = shown.left + LEFT_STEP + shown.width + LEFT_OVERSCAN
  const columns = free.filter(({ left, width }) => left + width > from && left < to)
  const first = columns[0]
  const last = columns.at(-1)
  if (first === undefined || last === undefined) return { columns, before: freeWidth, after: 0 }
  return { columns, before: first.left, after: freeWidth - last.left - last.width }
}
