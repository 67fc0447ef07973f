import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { LEFT_STEP, ROW_STEP } from '../core/window.ts'
import type { GridWindow } from '../core/window.ts'

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
