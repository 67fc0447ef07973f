import { useState } from 'react'
import type { Place } from '@qd/player-diff'
import { useSessionPart } from '../state/editor-context.ts'

/** Levels of objects and lists that stand open at first (S9.06). */
const OPEN_LEVELS = 2

/** Whether the place a search led to lies inside. */
function leadsInto(focus: Place | null, place: Place): boolean {
  return (
    focus !== null &&
    focus.diff === place.diff &&
    focus.key === place.key &&
    focus.path.length > place.path.length &&
    place.path.every((segment, at) => String(focus.path[at]) === String(segment))
  )
}

/** Whether a part of a form is open; what is closed is not mounted. */
export function useOpen(place: Place, isShort = true): [boolean, () => void] {
  const isLedTo = useSessionPart(({ focus }) => leadsInto(focus, place))
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? (isLedTo || (isShort && place.path.length <= OPEN_LEVELS))
  return [isOpen, () => setChosen(!isOpen)]
}
