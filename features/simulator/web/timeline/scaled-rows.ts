/** Browsers draw no element higher than some tens of millions of pixels; beyond this the scroll bar is scaled. */
export const MOST_HEIGHT = 12_000_000

export interface ScaledRows {
  /** Height of the scrolled element. */
  height: number
  first: number
  last: number
  /** Where row `first` stands in the scrolled element. */
  top: number
}

/** Which rows are in view at a scroll position, and where they stand; any number of rows has a place. */
export function scaledRows(count: number, rowHeight: number, scrollTop: number, seen: number): ScaledRows {
  const real = count * rowHeight
  const height = Math.min(real, MOST_HEIGHT)
  const mostTop = Math.max(0, height - seen)
  const at = Math.min(Math.max(0, scrollTop), mostTop)
  const realTop = mostTop === 0 ? 0 : (at / mostTop) * Math.max(0, real - seen)
  const first = Math.max(0, Math.floor(realTop / rowHeight))
  const last = Math.min(count - 1, Math.ceil((realTop + seen) / rowHeight))
  return { height, first, last, top: at + first * rowHeight - realTop }
}

export interface ScrolledRows {
  count: number
  rowHeight: number
  scrollTop: number
  seen: number
}

/** Where a scroll position is among the rows, in pixels of rows that all have their full height. */
export function rowTopAt({ count, rowHeight, scrollTop, seen }: ScrolledRows): number {
  const real = Math.max(0, count * rowHeight - seen)
  const most = Math.max(0, Math.min(count * rowHeight, MOST_HEIGHT) - seen)
  return most === 0 ? 0 : (Math.min(Math.max(0, scrollTop), most) / most) * real
}

/** The scroll position that shows the rows from such a place on. */
export function scrollTopAt(
  rowTop: number,
  { count, rowHeight, seen }: Omit<ScrolledRows, 'scrollTop'>,
): number {
  const real = Math.max(0, count * rowHeight - seen)
  const most = Math.max(0, Math.min(count * rowHeight, MOST_HEIGHT) - seen)
  return real === 0 ? 0 : (Math.min(Math.max(0, rowTop), real) / real) * most
}

/** The scroll position that brings a row into view, as near to the present one as it can be. */
export function scrollFor(row: number, { count, rowHeight, scrollTop, seen }: ScrolledRows): number {
  const real = count * rowHeight
  const mostTop = Math.max(0, Math.min(real, MOST_HEIGHT) - seen)
  const mostReal = Math.max(0, real - seen)
  if (mostTop === 0 || mostReal === 0) return 0
  const realTop = (Math.min(scrollTop, mostTop) / mostTop) * mostReal
  const from = row * rowHeight
  if (from < realTop) return (from / mostReal) * mostTop
  const to = from + rowHeight - seen
  if (to > realTop) return Math.min(mostTop, (to / mostReal) * mostTop)
  return scrollTop
}
