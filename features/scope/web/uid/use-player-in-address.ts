import { isCallError, useSession } from '@qd/web-base'
import { NO_PLAYER, addressWithPlayer, call, playerOfAddress, queryKeyOf, useScope } from '@qd/web-calls'
import type { FoundPlayer, NamedPlayer } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lookup } from '../../contract/index.ts'
import '../texts.ts'
import { forgetPlayer, rememberPlayer } from './uid-address.ts'
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
}

/** One lookup for the selection and for the page that shows the player: both find it under the same key. */
function fetchPlayer(queries: QueryClient, { isPlayersPage, isAgain, ...player }: Wanted) {
  const args = argsOf(player)
  const answeredCodes = isPlayersPage ? ['scope_ambiguous'] : []
  return queries.fetchQuery({
    queryKey: queryKeyOf(lookup, args),
    queryFn: ({ signal }) =>
      call(lookup, args, { signal, answeredCodes, tag: 'scope:uId.label', told: 'toast' }),
    staleTime: isAgain ? 0 : FRESH_MS,
  })
}

/** Finds the player and moves the selection to where they are; null: nobody asks any longer. A failure leaves uId and sId at 0 (S8.05). */
async function findPlayer(
  queries: QueryClient,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<(FoundPlayer & { game: string }) | null> {
  useScope.getState().setFindingPlayer(true)
  try {
    const found = await fetchPlayer(queries, wanted)
    if (signal.aborted) return null
    const { game, partnerCode, lineId, sId, ...player } = found
    useScope.getState().moveTo({ game, partnerCode, lineId, sId })
    const shown = { ...player, uId: wanted.uId, sId }
    useScope.getState().setPlayer(wanted.uId, shown)
    // Their page is about to be shown under an address that names the game.
    queries.setQueryData(queryKeyOf(lookup, argsOf({ uId: wanted.uId, game })), found)
    return { ...shown, game }
  } catch (error) {
    if (signal.aborted || (isCallError(error) && error.code === 'aborted')) return null
    // The session ended meanwhile: the call has led to sign-in, nothing is left to reset.
    if (useSession.getState().token === '') return null
    useScope.getState().moveTo({ sId: 0 })
    useScope.getState().setPlayer('0', null)
    throw error
  }
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

/** The browser is at a newer address than the one being drawn: the router draws it as soon as it can. */
function isBehind(key: string): boolean {
  const { key: newest } = (window.history.state ?? {}) as { key?: string }
  return newest !== undefined && newest !== key
}

/** Says in the address which game the player is of, so that it is a link others can open. */
function usePlaced({ uId, game }: NamedPlayer, found: NamedPlayer, isCurrent: () => boolean): void {
  const { pathname, search, state, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (uId === '' || game !== '' || found.uId !== uId || !isCurrent() || isBehind(key)) return
    const address = `${pathname}${search}`
    const placed = addressWithPlayer(address, found)
    if (placed !== address) void navigate(placed, { replace: true, state: state as unknown })
  }, [uId, game, found, isCurrent, pathname, search, state, key, navigate])
}

/** Follows the player of the address: looks them up and remembers them; once found they are in the history (S4.10). */
export function usePlayerInAddress(): void {
  const { pathname, search } = useLocation()
  const { uId, game } = playerOfAddress(`${pathname}${search}`)
  const again = useLookupCount((state) => state.count)
  const queries = useQueryClient()
  const [found, setFound] = useState(NO_PLAYER)
  const isPlayersPage = useRef(false)
  const settled = useRef('')
  const lastAgain = useRef(again)
  useLayoutEffect(() => {
    isPlayersPage.current = playerOfAddress(pathname).uId !== ''
  })
  // Before the effects of pages: the lookup they ask for is this one.
  useLayoutEffect(() => {
    const isSettled = settled.current === `${game}/${uId} ${again}`
    settled.current = ''
    if (uId === '') {
      useScope.getState().setPlayer('', null)
      return undefined
    }
    rememberPlayer({ uId, game })
    if (isSettled) return undefined
    const isAgain = again !== lastAgain.current
    lastAgain.current = again
    const controller = new AbortController()
    const note = (player: Awaited<ReturnType<typeof findPlayer>>): void => {
      if (player === null) return
      useUIdHistory.getState().use(player)
      settled.current = `${player.game}/${uId} ${again}`
      setFound({ uId, game: player.game })
    }
    const wanted = { uId, game, isPlayersPage: isPlayersPage.current, isAgain }
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
  const isCurrent = useCallback(
    () => settled.current === `${found.game}/${uId} ${again}`,
    [found, uId, again],
  )
  usePlaced({ uId, game }, found, isCurrent)
}
