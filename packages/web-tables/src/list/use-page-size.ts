import { useSyncExternalStore } from 'react'

/** Height of a paged row, in pixels (S9.04). */
export const PAGED_ROW_HEIGHT = 49
const FEWEST_ROWS = 5
/** Top bar, tags, page head, filters, table head and pager together, in pixels. */
const USUAL_RESERVED = 260

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** How many rows a page has at a window height: never fewer than five (S9.04). */
export function pageSizeFor(windowHeight: number, reserved: number = USUAL_RESERVED): number {
  return Math.max(FEWEST_ROWS, Math.floor((windowHeight - reserved) / PAGED_ROW_HEIGHT))
}

/** Page size from the window's height; `reserved` is what stands above and below the rows, in pixels. */
export function usePageSize(reserved?: number): number {
  return useSyncExternalStore(onResize, () => pageSizeFor(window.innerHeight, reserved))
}
