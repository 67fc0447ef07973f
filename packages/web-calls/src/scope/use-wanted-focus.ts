import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useWantedSelector, wantSelector } from './require-level.ts'

/** Selectors from the game down; one without options waits for the one above it. */
const SELECTORS = ['game', 'operator', 'line', 'server'] as const

function focusSelector(root: HTMLElement, wanted: string): void {
  const upToIt = SELECTORS.slice(0, SELECTORS.findIndex((level) => level === wanted) + 1)
  for (const level of upToIt.toReversed()) {
    const button = root.querySelector<HTMLButtonElement>(`[data-scope-level="${level}"] button`)
    if (button === null || button.disabled) continue
    return button.focus({ focusVisible: true })
  }
}

/** For the part that shows the selectors: gives the focus to the one that is wanted, now or when it comes to be shown. */
export function useWantedFocus(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const wanted = useWantedSelector((state) => state.wanted)
  useEffect(() => {
    if (wanted === null || root.current === null) return
    focusSelector(root.current, wanted)
    wantSelector(null)
  }, [wanted])
  return root
}
