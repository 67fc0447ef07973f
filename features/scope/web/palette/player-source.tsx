import { goTo, useTexts } from '@qd/web-base'
import { playerAddress, useCall, useMay, useScope } from '@qd/web-calls'
import type { PaletteEntry, PaletteSourceProps } from '@qd/web-frame'
import { UserRound } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { LONGEST_SEARCH, playerSearch } from '../../contract/index.ts'
import '../texts.ts'

/** Every server of the game is asked: not at each letter, and not for one, which is no name but in Chinese. */
const ASK_AFTER_MS = 250
const MAY_BE_NAME = /\p{Script=Han}|[^]{2}/u
const MOST_SHOWN = '12'

const NONE: readonly PaletteEntry[] = []

/** What was typed, once nobody types any more. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Players by a part of their name, by account, device, e-mail or order; a number is a uId, which opens by itself. */
export default function PlayerSource({ query, show }: PaletteSourceProps): null {
  const t = useTexts('scope')
  const game = useScope((state) => state.game)
  const maySearch = useMay(playerSearch)
  const q = useRested(query.trim())
  const isName = MAY_BE_NAME.test(q) && q.length <= LONGEST_SEARCH && !/^\d+$/.test(q)
  const isAsked = maySearch && game !== '' && isName && q === query.trim()
  const { data: found, error } = useCall(
    playerSearch,
    isAsked ? { query: { q, game, limit: MOST_SHOWN } } : null,
    {
      tag: 'scope:search.title',
      told: 'inline',
      staleTimeMs: 30_000,
    },
  )
  const players = isAsked ? found?.players : undefined
  const entries = useMemo(
    () =>
      players?.map(({ uId, name, game: of, sId, serviceName, matchedBy }): PaletteEntry => ({
        id: `player ${of}/${uId}`,
        title: name === '' ? uId : name,
        hint: [
          uId,
          `S${sId} ${serviceName}`,
          ...(matchedBy === 'name' ? [] : [t(`search.by.${matchedBy}`)]),
        ].join(' · '),
        keywords: [uId],
        icon: UserRound,
        run: () => goTo(playerAddress({ uId, game: of })),
      })) ?? NONE,
    [players, t],
  )
  useEffect(() => show(entries, error?.message), [show, entries, error])
  return null
}
