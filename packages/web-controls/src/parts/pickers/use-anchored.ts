import { cssZoom } from '@qd/web-base'
import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** Pixels between trigger and popup, and between popup and the window's edge. */
const GAP = 6
const EDGE = 8

/** Where it stands, in pixels of the part it is in: a zoomed part has larger ones than the window. */
function boxOf(trigger: HTMLElement) {
  const zoom = cssZoom(trigger)
  const { left, right, top, bottom, width } = trigger.getBoundingClientRect()
  return {
    left: left / zoom,
    right: right / zoom,
    top: top / zoom,
    bottom: bottom / zoom,
    width: width / zoom,
    windowWidth: window.innerWidth / zoom,
    windowHeight: window.innerHeight / zoom,
  }
}

/** Above where it fits there only, and for good: a list must not jump to the other side while somebody reads it. */
function goesAbove(trigger: HTMLElement, popup: HTMLElement): boolean {
  const { top, bottom, windowHeight } = boxOf(trigger)
  const below = windowHeight - bottom
  return below < popup.offsetHeight + GAP + EDGE && top > below
}

function place(trigger: HTMLElement, popup: HTMLElement, isAbove: boolean): void {
  const rect = boxOf(trigger)
  // First: the popup may be as wide as its trigger.
  popup.style.setProperty('--qd-anchor-width', `${rect.width}px`)
  const isLeft = rect.left + rect.width / 2 < rect.windowWidth / 2
  const wanted = isLeft ? rect.left : rect.right - popup.offsetWidth
  const most = rect.windowWidth - popup.offsetWidth - EDGE
  const room = isAbove ? rect.top : rect.windowHeight - rect.bottom
  popup.style.left = `${Math.max(EDGE, Math.min(wanted, most))}px`
  popup.style.top = isAbove ? 'auto' : `${rect.bottom + GAP}px`
  popup.style.bottom = isAbove ? `${rect.windowHeight - rect.top + GAP}px` : 'auto'
  popup.style.maxHeight = `${Math.max(120, room - GAP - EDGE)}px`
}

/**
 * Keeps a popup of fixed position beside its trigger and inside the window, with all the height there is, so that no
 * scrolling bar around the trigger clips it. It opens below, or above where only there it fits.
 */
export function useAnchored(
  isOpen: boolean,
  trigger: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (!isOpen || trigger.current === null || popup.current === null) return undefined
    const isAbove = goesAbove(trigger.current, popup.current)
    const follow = () => {
      if (trigger.current !== null && popup.current !== null) place(trigger.current, popup.current, isAbove)
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
