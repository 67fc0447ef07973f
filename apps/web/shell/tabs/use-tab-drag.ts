import { useRef, useState } from 'react'
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react'
import type { TabEntry } from './tab-list.ts'
import { useTabs } from './tabs-store.ts'

/** Pixels a press may wander and still be a click. */
const SLACK = 5

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/** How many of the other tabs stand left of the pointer. */
function placeAt(bar: HTMLElement, dragged: string, x: number): number {
  return [...bar.querySelectorAll<HTMLElement>('[data-tab-id]')].filter(
    (tab) => tab.dataset['tabId'] !== dragged && middleOf(tab) < x,
  ).length
}

/** Moves tabs with the mouse; the menu and the keys do the same. */
export function useTabDrag(bar: RefObject<HTMLElement | null>): {
  dragged: string
  grab: (event: ReactPointerEvent<HTMLElement>, tab: TabEntry) => void
} {
  const [dragged, setDragged] = useState('')
  const isDragging = useRef(false)
  const grab = (press: ReactPointerEvent<HTMLElement>, tab: TabEntry) => {
    if (press.button !== 0 || press.pointerType !== 'mouse' || tab.isAffixed) return
    const ending = new AbortController()
    const { signal } = ending
    isDragging.current = false
    const onMove = (event: PointerEvent) => {
      if (!isDragging.current && Math.abs(event.clientX - press.clientX) < SLACK) return
      isDragging.current = true
      setDragged(tab.id)
      if (bar.current !== null) useTabs.getState().move(tab.id, placeAt(bar.current, tab.id, event.clientX))
    }
    const onEnd = () => {
      ending.abort()
      setDragged('')
      if (!isDragging.current) return
      // The click that follows the release must not open what was only moved.
      const stop = (event: Event) => {
        event.preventDefault()
        event.stopPropagation()
      }
      window.addEventListener('click', stop, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
    }
    document.addEventListener('pointermove', onMove, { signal })
    document.addEventListener('pointerup', onEnd, { signal })
    document.addEventListener('pointercancel', onEnd, { signal })
  }
  return { dragged, grab }
}
