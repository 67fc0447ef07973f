import { call, isCallError, toast, useScope, useSession, useTexts } from '@qd/web-kit'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { lookup } from '../../contract/index.ts'
import '../texts.ts'
import { forgetUId, rememberUId, uIdOfAddress } from './uid-address.ts'
import { useUIdHistory } from './uid-history.ts'
import { useLookupCount } from './lookup-count.ts'

/** Finds the player and moves the selection to where he is; a failure leaves uId and sId at 0 (S8.05). */
export async function findPlayer(uId: string, signal: AbortSignal): Promise<boolean> {
  const scope = useScope.getState()
  scope.setFindingPlayer(true)
  try {
    const found = await call(lookup, { query: { uId } }, { baseAddress: '', signal, silent: true })
    const { game, partnerCode, lineId, sId, ...player } = found
    useScope.getState().moveTo({ game, partnerCode, lineId, sId })
    useScope.getState().setPlayer(uId, { ...player, uId, sId })
    return true
  } catch (error) {
    if (isCallError(error) && error.code === 'aborted') return false
    // The session ended meanwhile: the call has led to sign-in, nothing is left to reset.
    if (useSession.getState().token === '') return false
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

/** Follows the uId of the address: looks it up, remembers it, puts it into the history. */
export function usePlayerInAddress(): void {
  const location = useLocation()
  const t = useTexts('scope')
  const uId = uIdOfAddress(`${location.pathname}${location.search}`)
  const again = useLookupCount((state) => state.count)
  useEffect(() => {
    if (uId === '') {
      useScope.getState().setPlayer('', null)
      return undefined
    }
    const controller = new AbortController()
    rememberUId(uId)
    useUIdHistory.getState().use(uId)
    findPlayer(uId, controller.signal).catch((error: unknown) => {
      const reason = isCallError(error) ? error.message : ''
      // A later page load must not lead back to a player that is not for this user, or not there.
      if (isCallError(error) && LASTING.has(error.code)) forgetUId()
      toast.error(reason === '' ? t('uId.notFound', { uId }) : reason)
    })
    return () => controller.abort()
    // `t` only changes with the language, which is no reason to look again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uId, again])
}
