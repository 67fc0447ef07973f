import { useMemo, useState } from 'react'
import type { Location } from 'react-router'

/** What a part sees of the address: the one in view, or, while it is hidden (null), the last one it was shown with. */
export function useOwnLocation(shown: Location | null): { location: Location; navigationType: never } | null {
  const [own, setOwn] = useState(shown)
  if (shown !== null && shown !== own) setOwn(shown)
  const location = shown ?? own
  return useMemo(() => (location === null ? null : { location, navigationType: 'POP' as never }), [location])
}
