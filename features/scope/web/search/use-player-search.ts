import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import { textToFind, useCall, useScope } from '@qd/web-calls'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { LONGEST_SEARCH, playerSearch } from '../../contract/index.ts'

/** Where to look: the chosen server, the chosen line, or every server of the game. */
export type Where = 'server' | 'line' | 'game'

export interface PlayerSearchState {
  /** What the address searches for; empty: nothing. */
  find: string
  game: string
  where: Where
  hasLine: boolean
  hasServer: boolean
  setWhere: (where: Where) => void
  found: RouteReply<typeof playerSearch> | undefined
  isPending: boolean
  error: CallError | null
  again: () => void
}

/** The search the address asks for; it follows the selection as far as it looks there. */
export function usePlayerSearch(): PlayerSearchState {
  const [query] = useSearchParams()
  const find = textToFind(query).slice(0, LONGEST_SEARCH)
  const [wanted, setWhere] = useState<Where>('game')
  const game = useScope((state) => state.game)
  const lineId = useScope((state) => state.lineId)
  const sId = useScope((state) => state.sId)
  const [hasLine, hasServer] = [lineId !== '', lineId !== '' && sId !== 0]
  const isThere = { server: hasServer, line: hasLine, game: true }
  const where = isThere[wanted] ? wanted : 'game'
  const place = {
    game,
    ...(where === 'game' ? {} : { lineId }),
    ...(where === 'server' ? { sId } : {}),
  }
  const args = find === '' || game === '' ? null : { query: { q: find, ...place } }
  const { data, isPending, error, refetch } = useCall(playerSearch, args, {
    tag: 'scope:search.title',
    told: 'inline',
    staleTimeMs: 30_000,
  })
  return {
    find,
    game,
    where,
    hasLine,
    hasServer,
    setWhere,
    found: data,
    isPending,
    error,
    again: () => void refetch(),
  }
}
