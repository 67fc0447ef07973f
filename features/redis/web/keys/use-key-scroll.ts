import { useVirtualizer } from '@tanstack/react-virtual'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'

export const LINE_PX = 26
/** Lines that are shown: browsers draw nothing below some 17 million pixels. */
export const MOST_LINES = 600_000
/** jsdom and hidden pages have no size. */
const FALLBACK_RECT = { width: 320, height: 640 }

/** The line at the upper edge, by what stands in it. */
interface Anchor {
  id: string
  line: number
}

/**
 * Which lines are drawn. When lines come or go above what is in view, what is in view stays where it is.
 */
export function useKeyScroll(session: KeySession): {
  box: RefObject<HTMLDivElement | null>
  drawn: Virtualizer<HTMLDivElement, Element>
  onScroll: () => void
} {
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  const version = useKeys(session, (state) => state.version)
  const wanted = useKeys(session, (state) => state.wanted)
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const drawn = useVirtualizer({
    count: Math.min(MOST_LINES, session.rows.length),
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: 10,
    initialRect: FALLBACK_RECT,
  })
  const onScroll = (): void => {
    const line = Math.floor((box.current?.scrollTop ?? 0) / LINE_PX)
    const flat = session.rows.at(line)
    anchor.current = line === 0 || flat === undefined ? null : { id: flat.id, line }
  }
  useLayoutEffect(() => {
    const before = anchor.current
    if (before === null || box.current === null) return
    const line = session.rows.lineOf(before.id)
    if (line < 0 || line === before.line) return
    box.current.scrollTop += (line - before.line) * LINE_PX
    anchor.current = { ...before, line }
  }, [session, version])
  useEffect(() => {
    if (wanted === null) return
    const line = session.rows.lineOf(wanted.id)
    if (line >= 0) drawn.scrollToIndex(line, { align: 'auto' })
  }, [session, wanted, drawn])
  return { box, drawn, onScroll }
}
