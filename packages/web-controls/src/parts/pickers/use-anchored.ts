import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** Pixels between trigger and popup, and between popup and the window's edge. */
const GAP = 6
const EDGE = 8

function place(trigger: HTMLElement, popup: HTMLElement): void {
  const rect = trigger.getBoundingClientRect()
  const isLeft = rect.left + rect.width / 2 < window.innerWidth / 2
  const wanted = isLeft ? rect.left : rect.right - popup.offsetWidth
  const most = window.innerWidth - popup.offsetWidth - EDGE
  const top = rect.bottom + GAP
  popup.style.left = `${Math.max(EDGE, Math.min(wanted, most))}px`
  popup.style.top = `${top}px`
  popup.style.maxHeight = `${Math.max(120, window.innerHeight - top - EDGE)}px`
}

/**
 * Keeps a popup of fixed position below its trigger and inside the window, so that no scrolling bar around the
 * trigger clips it.
 */
export function useAnchored(
  isOpen: boolean,
  trigger: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const follow = () => {
      if (trigger.current !== null && popup.current !== null) place(trigger.current, popup.current)
    }
    follow()
    window.addEventListener('resize', follow)
    window.addEventListener('scroll', follow, true)
    return () => {
      window.removeEventListener('resize', follow)
      window.removeEventListener('scroll', follow, true)
    }
  }, [isOpen, trigger, popup])
}
