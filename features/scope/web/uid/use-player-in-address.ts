import { call, isCallError, useScope, useSession } from '@qd/web-kit'
import type { FoundPlayer } from '@qd/web-kit'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { lookup } from '../../contract/index.ts'
import '../texts.ts'
import { forgetUId, rememberUId, uIdOfAddress } from './uid-address.ts'
import { useUIdHistory } from './uid-history.ts'
import { useLookupCount } from './lookup-count.ts'

/** Finds the player and moves the selection to where they are; null: nobody asks any longer. A failure leaves uId and sId at 0 (S8.05). */
export async function findPlayer(uId: string, signal: AbortSignal): Promise<FoundPlayer | null> {
  const scope = useScope.getState()
  scope.setFindingPlayer(true)
  try {
    const found = await call(lookup, { query: { uId } }, { signal, tag: 'scope:uId.label', told: 'toast' })
    // The answer may have come before the call was given up.
    if (signal.aborted) return null
    const { game, partnerCode, lineId, sId, ...player } = found
    useScope.getState().moveTo({ game, partnerCode, lineId, sId })
    const shown = { ...player, uId, sId }
    useScope.getState().setPlayer(uId, shown)
    return shown
  } catch (error) {
    if (isCallError(error) && error.code === 'aborted') return null
    // The session ended meanwhile: the call has led to sign-in, nothing is left to reset.
    if (useSession.getState().token === '') return null
    useScope.getState().moveTo({ sId: 0 })
    useScope.getState().setPlayer('0', null)
    throw error
  }
}

/** Failures that asking again does not change. */
const LASTING = new Set([
  'forbidden',
  'scope_forbidden',
  'player_not_found',
  'server_not_found',
  'uid_invalid',
])

/** Follows the uId of the address: looks it up and remembers it; once found it is in the history (S4.10). */
export function usePlayerInAddress(): void {
  const location = useLocation()
  const uId = uIdOfAddress(`${location.pathname}${location.search}`)
  const again = useLookupCount((state) => state.count)
  useEffect(() => {
    if (uId === '') {
      useScope.getState().setPlayer('', null)
      return undefined
    }
    const controller = new AbortController()
    rememberUId(uId)
    const note = (found: FoundPlayer | null): void => {
      if (found !== null) useUIdHistory.getState().use(found)
    }
    findPlayer(uId, controller.signal).then(note, (error: unknown) => {
      // A later page load must not lead back to a player that is not for this user, or not there.
      // The call has told it.
      if (!isCallError(error)) throw error
      if (LASTING.has(error.code)) forgetUId()
    })
    return () => controller.abort()
    // `t` only changes with the language, which is no reason to look again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uId, again])
}
