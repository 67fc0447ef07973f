import type { PlayerKey } from '@qd/contract-kit'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { wantEntry } from '../state/editor-store.ts'

/** The parameter of an address that names an entry of the time line. */
export const ENTRY_PARAM = 'edit'

/** A link to an entry opens exactly this one; once it has, the address is that of the player again. */
export function useEntryInAddress(player: PlayerKey): void {
  const [query, setQuery] = useSearchParams()
  const entry = query.get(ENTRY_PARAM) ?? ''
  useEffect(() => {
    if (entry === '') return
    wantEntry(player, entry)
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(ENTRY_PARAM)
        return next
      },
      { replace: true },
    )
  }, [entry, player, setQuery])
}
