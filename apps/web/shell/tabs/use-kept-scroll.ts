import { useLayoutEffect, useRef } from 'react'
import type { RefObject, UIEvent } from 'react'

type Places = Map<Element, { left: number; top: number }>

/** Puts every scrolled part of a page back where it was: browsers forget it of what is not displayed. */
export function useKeptScroll(isShown: boolean): {
  root: RefObject<HTMLDivElement | null>
  onScrollCapture: (event: UIEvent) => void
} {
  const root = useRef<HTMLDivElement>(null)
  const places = useRef<Places>(new Map())
  useLayoutEffect(() => {
    if (!isShown) return
    for (const [part, { left, top }] of places.current) {
      if (root.current?.contains(part) !== true) places.current.delete(part)
      else if (part.scrollTop !== top || part.scrollLeft !== left)
        part.scrollTo({ left, top, behavior: 'instant' })
    }
  }, [isShown])
  return {
    root,
    onScrollCapture: ({ target }) => {
      if (!(target instanceof Element) || target.clientHeight === 0) return
      places.current.set(target, { left: target.scrollLeft, top: target.scrollTop })
    },
  }
}
