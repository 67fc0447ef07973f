import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useWantedSelector, wantSelector } from './require-level.ts'

/** Selectors from the game down; one without options waits for the one above it. */
const SELECTORS = ['game', 'operator', 'line', 'server'] as const

function leadToSelector(root: HTMLElement, wanted: string, opens: boolean): void {
  const upToIt = SELECTORS.slice(0, SELECTORS.findIndex((level) => level === wanted) + 1)
  for (const level of upToIt.toReversed()) {
    const button = root.querySelector<HTMLButtonElement>(`[data-scope-level="${level}"] button`)
    if (button === null || button.disabled) continue
    button.focus({ focusVisible: true })
    if (opens && button.ariaExpanded !== 'true') button.click()
    return
  }
}

/**
 * For the part that shows the selectors: gives the focus to the one that is wanted, now or when it comes to be shown, and
 * opens it for who asked for it. In a drawer that just opens its list would have no place yet.
 */
export function useWantedFocus({ isInDrawer = false } = {}): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const { wanted, opens } = useWantedSelector()
  useEffect(() => {
    if (wanted === null || root.current === null) return
    leadToSelector(root.current, wanted, opens && !isInDrawer)
    wantSelector(null)
  }, [wanted, opens, isInDrawer])
  return root
}
