import type { RouteReply } from '@qd/contract-kit'
import { isCallError, isFromOutside, useSession } from '@qd/web-base'
import { call, playerOfAddress, queryKeyOf, useScope } from '@qd/web-calls'
import type { NamedPlayer } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { lookup } from '../../contract/index.ts'
import '../texts.ts'
import { forgetPlayer, linkOfPlayer, rememberPlayer } from './uid-address.ts'
import { useUIdHistory } from './uid-history.ts'
import { useLookupCount } from './lookup-count.ts'

const argsOf = ({ uId, game }: NamedPlayer) => ({ query: { uId, ...(game === '' ? {} : { game }) } })

/** Who was just found, in the list of a choice for instance, is not looked up a second time. */
const FRESH_MS = 5_000

interface Wanted extends NamedPlayer {
  /** The page in view is about them, and asks which one is meant. */
  isPlayersPage: boolean
  /** The operator confirmed the same uId again. */
  isAgain: boolean
  /** Their address came from outside: a link, a page load, a bookmark. */
  isLinked: boolean
}

/** One lookup for the selection and for the page that shows the player: both find it under the same key. */
function fetchPlayer(queries: QueryClient, { uId, game, isPlayersPage, isAgain }: Wanted) {
  const args = argsOf({ uId, game })
  const answeredCodes = isPlayersPage ? ['scope_ambiguous'] : []
  return queries.fetchQuery({
    queryKey: queryKeyOf(lookup, args),
    queryFn: ({ signal }) =>
      call(lookup, args, { signal, answeredCodes, tag: 'scope:uId.label', told: 'toast' }),
    staleTime: isAgain ? 0 : FRESH_MS,
  })
}

type Found = RouteReply<typeof lookup>

/** Finds the player; null: nobody asks any longer. A failure leaves uId and sId at 0 (S8.05). */
async function findPlayer(queries: QueryClient, wanted: Wanted, signal: AbortSignal): Promise<Found | null> {
  useScope.getState().setFindingPlayer(true)
  try {
    const found = await fetchPlayer(queries, wanted)
    return signal.aborted ? null : found
  } catch (error) {
    if (signal.aborted || (isCallError(error) && error.code === 'aborted')) return null
    // The session ended meanwhile: the call has led to sign-in, nothing is left to reset.
    if (useSession.getState().token === '') return null
    useScope.getState().losePlayer()
    throw error
  }
}

/** Moves the selection to where the player is; who only followed a link goes on working where they work (S7.20). */
function goToPlayer({ uId, isLinked }: Wanted, found: Found): void {
  const { game, partnerCode, lineId, sId, ...player } = found
  const { visit, moveTo, setPlayer } = useScope.getState()
  const go = isLinked ? visit : moveTo
  go({ game, partnerCode, lineId, sId })
  setPlayer(uId, { ...player, uId, sId })
}

/** Gives the lookup up where no page waits for it either. */
function giveUp(queries: QueryClient, player: NamedPlayer): void {
  const queryKey = queryKeyOf(lookup, argsOf(player))
  const query = queries.getQueryCache().find({ queryKey })
  if (query?.getObserversCount() === 0) void queries.cancelQueries({ queryKey, exact: true })
}

/** Failures that asking again does not change. */
const LASTING = new Set([
  'forbidden',
  'scope_forbidden',
  'player_not_found',
  'server_not_found',
  'uid_invalid',
])

/** What is in view is found again by a later page load (S2.21), with its place. */
function useRememberPlayer(address: string): void {
  const named = linkOfPlayer(address)
  useLayoutEffect(() => {
    if (named !== '') rememberPlayer(named)
  }, [named])
}

/** Follows the player of the address: looks them up and remembers them; once found they are in the history (S4.10). */
export function usePlayerInAddress(): void {
  const { pathname, search, key } = useLocation()
  const address = `${pathname}${search}`
  const { uId, game } = playerOfAddress(address)
  const again = useLookupCount((state) => state.count)
  const queries = useQueryClient()
  const first = useRef(key)
  const about = useRef({ isPlayersPage: false, isLinked: false })
  const settled = useRef('')
  const lastAgain = useRef(again)
  useLayoutEffect(() => {
    about.current = {
      isPlayersPage: playerOfAddress(pathname).uId !== '',
      isLinked: key === first.current || isFromOutside(key),
    }
  })
  // Before the effects of pages: the lookup they ask for is this one.
  useLayoutEffect(() => {
    const isSettled = settled.current === `${game}/${uId} ${again}`
    settled.current = ''
    if (uId === '') {
      useScope.getState().setPlayer('', null)
      return undefined
    }
    if (isSettled) return undefined
    const isAgain = again !== lastAgain.current
    lastAgain.current = again
    const controller = new AbortController()
    const wanted = { uId, game, isAgain, ...about.current }
    const note = (found: Found | null): void => {
      if (found === null) return
      settled.current = `${found.game}/${uId} ${again}`
      // Their page is about to be shown under an address that names the game.
      queries.setQueryData(queryKeyOf(lookup, argsOf({ uId, game: found.game })), found)
      goToPlayer(wanted, found)
      useUIdHistory.getState().use({ uId, game: found.game, name: found.name })
    }
    findPlayer(queries, wanted, controller.signal).then(note, (error: unknown) => {
      // A later page load must not lead back to a player that is not for this user, or not there.
      // The call has told it.
      if (!isCallError(error)) throw error
      if (LASTING.has(error.code)) forgetPlayer()
    })
    return () => {
      controller.abort()
      giveUp(queries, { uId, game })
    }
  }, [uId, game, again, queries])
  useRememberPlayer(address)
}
