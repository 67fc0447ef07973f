import { useWantedSelector } from '@qd/web-calls'
import { useEffect } from 'react'
import { openOverlay } from '../shell-state.ts'

/** On narrow screens the selectors are in a drawer: it opens when one of them is to have the focus. */
export function useSelectionDrawer(isMobile: boolean): void {
  const wanted = useWantedSelector((state) => state.wanted)
  useEffect(() => {
    if (isMobile && wanted !== null) openOverlay('menu')
  }, [isMobile, wanted])
}
