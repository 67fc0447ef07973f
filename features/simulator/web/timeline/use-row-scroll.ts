import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { rowTopAt, scrollFor, scrollTopAt } from './scaled-rows.ts'

export interface RowScroll {
  box: RefObject<HTMLDivElement | null>
  /** Height of the rows' part. */
  seen: number
  scrollTop: number
  /** Brings a row into view; says whether that moved the rows. */
  reveal: (row: number) => boolean
  /** After the reader scrolled. */
  readScroll: () => void
}

interface Scrolled {
  count: number
  rowHeight: number
  isFollowing: boolean
}

const HEAD_HEIGHT = 32
const FALLBACK_HEIGHT = 480

/** How high the rows' part of the scroller is; follows its size. */
function useSeenHeight(box: { readonly current: HTMLDivElement | null }): number {
  const [height, setHeight] = useState(FALLBACK_HEIGHT)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || typeof ResizeObserver === 'undefined') return undefined
    const measure = (): void => setHeight(Math.max(1, element.clientHeight - HEAD_HEIGHT))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return height
}

/** Where the rows are scrolled to: the end while following, else the rows of the reader, however many come. */
export function useRowScroll({ count, rowHeight, isFollowing }: Scrolled): RowScroll {
  const box = useRef<HTMLDivElement>(null)
  const seen = useSeenHeight(box)
  const [scrollTop, setScrollTop] = useState(0)
  /** Where the reader is among the rows. Browsers round the scroll position, so it is not read back from there. */
  const place = useRef({ rowTop: 0, set: 0 })
  const move = useCallback((to: number, rowTop: number): void => {
    const element = box.current
    if (element === null) return
    element.scrollTop = to
    place.current = { rowTop, set: element.scrollTop }
    setScrollTop(to)
  }, [])
  useLayoutEffect(() => {
    const rows = { count, rowHeight, seen }
    const rowTop = isFollowing ? Math.max(0, count * rowHeight - seen) : place.current.rowTop
    move(scrollTopAt(rowTop, rows), rowTop)
  }, [count, rowHeight, seen, isFollowing, move])
  const readScroll = (): void => {
    const element = box.current
    // What was set here comes back as an event, too.
    if (element === null || element.scrollTop === place.current.set) return
    const to = element.scrollTop
    place.current = { rowTop: rowTopAt({ count, rowHeight, seen, scrollTop: to }), set: to }
    setScrollTop(to)
  }
  const reveal = (row: number): boolean => {
    const rows = { count, rowHeight, seen }
    const to = scrollFor(row, { ...rows, scrollTop })
    if (to === scrollTop) return false
    move(to, rowTopAt({ ...rows, scrollTop: to }))
    return true
  }
  return { box, seen, scrollTop, reveal, readScroll }
}
