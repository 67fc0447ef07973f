import { isBehind, isFromOutside } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import {
  NO_PLAYER,
  addressWithPlace,
  addressWithPlayer,
  addressWithoutPlace,
  isAtPlace,
  placeOfAddress,
  playerOfAddress,
  selectionOf,
  useCall,
  useScope,
} from '@qd/web-calls'
import type { LinkedPlace, ScopeState } from '@qd/web-calls'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import { linkedPlace } from '../../contract/index.ts'

/** The place a link leads to, until the window is there. */
export interface PlaceOfLink {
  /** Null: the window is where its address says. */
  place: LinkedPlace | null
  /** Why it cannot be gone to: foreign, not there any more, or the console did not answer. */
  error: CallError | null
  retry: () => void
  /** Goes on at the selection as it was. */
  giveUp: () => void
}

interface Asked {
  place: LinkedPlace
  /** Whoever moves the selection after this has overtaken the link. */
  moves: number
}

function askedBy(address: string): Asked | null {
  const place = placeOfAddress(address)
  const state = useScope.getState()
  return place === null || isAtPlace(state, place) ? null : { place, moves: state.moves }
}

/** The place a link that was opened leads to; what is chosen afterwards is followed, not read (see `useNamePlace`). */
function useAsked(address: string, key: string): LinkedPlace | null {
  const [read, setRead] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const moves = useScope((state) => state.moves)
  const opened = isFromOutside(key) ? address : ''
  const isNew = read === '' || (opened !== '' && opened !== read)
  const current = isNew ? askedBy(address) : asked
  if (isNew) {
    setRead(opened === '' ? key : opened)
    setAsked(current)
  }
  if (current === null || current.moves !== moves) return null
  // Who goes on to another address has left the link.
  const named = placeOfAddress(address)
  return named !== null && isAtPlace({ ...named, channel: '' }, current.place) ? current.place : null
}

const argsOf = ({ game, partnerCode, lineId, sId }: LinkedPlace) => ({
  query: {
    game,
    ...(partnerCode === '' ? {} : { partnerCode }),
    ...(lineId === '' ? {} : { lineId }),
    ...(sId === 0 ? {} : { sId }),
  },
})

/** Whether the address is to name the selection now: who is meant is found, and there is something to name. */
function mayName(state: ScopeState, address: string): boolean {
  const named = placeOfAddress(address)
  // Between two operators there is none for a moment.
  if (named !== null && named.partnerCode !== '') return state.partnerCode !== ''
  if (state.lineId === '' || state.isFindingPlayer) return false
  const { uId, game } = playerOfAddress(address)
  return uId === '' ? named !== null : state.uId === uId && (game === '' || game === state.game)
}

/** Keeps the address at what is selected, so that it is a link to here. */
function useNamePlace(isAsked: boolean): void {
  const { pathname, search, state, key } = useLocation()
  const navigate = useNavigate()
  const address = `${pathname}${search}`
  const selection = useScope(useShallow(selectionOf))
  const isReady = useScope((scope) => !isAsked && mayName(scope, address))
  useEffect(() => {
    // Asked again: a lookup may have begun since this was drawn.
    if (!isReady || isBehind(key) || !mayName(useScope.getState(), address)) return
    const named = addressWithPlace(address, selection)
    if (named !== address) void navigate(named, { replace: true, state: state as unknown })
  }, [address, state, key, navigate, selection, isReady])
}

/**
 * A link leads to where whoever sent it was: its place is the selection of this window, and is kept for others only
 * by a choice. The server says which place it is, and refuses a foreign one.
 */
export function usePlaceInAddress(): PlaceOfLink {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const address = `${pathname}${search}`
  const place = useAsked(address, key)
  const { data, error, refetch } = useCall(linkedPlace, place === null ? null : argsOf(place), {
    tag: 'scope:selection',
    told: 'inline',
  })
  useEffect(() => {
    if (place !== null && data !== undefined) useScope.getState().visit({ ...data, channel: '' })
  }, [place, data])
  useNamePlace(place !== null)
  return {
    place,
    error: place === null ? null : error,
    retry: () => void refetch(),
    giveUp: () =>
      void navigate(addressWithoutPlace(addressWithPlayer(address, NO_PLAYER)), { replace: true }),
  }
}
