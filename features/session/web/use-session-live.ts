import { call, endSession, queryClient, startLive, useLive, textOf, useSession } from '@qd/web-kit'
import { useEffect } from 'react'
import { sessionChannel } from '../contract/live.ts'
import { ticket } from '../contract/login.ts'
import { getUserInfo } from '../contract/user-info.ts'
import './texts.ts'

async function freshTicket(): Promise<string> {
  return (await call(ticket, { body: {} }, { silent: true })).ticket
}

function sessionEnded(reason?: string): void {
  endSession({ message: textOf('session', 'user.ended'), isTimeout: reason === 'expired' })
}

async function refreshRights(): Promise<void> {
  const userInfo = await call(getUserInfo, {}, { silent: true })
  useSession.getState().setUserInfo(userInfo)
  await queryClient.invalidateQueries()
}

/** Keeps rights fresh and leaves at once when the session ends elsewhere; used once, in the shell. */
export function useSessionLive(): void {
  useEffect(() => startLive(freshTicket, sessionEnded), [])
  useEffect(() => {
    call(getUserInfo, {}, { silent: true }).then(
      (userInfo) => useSession.getState().setUserInfo(userInfo),
      // A lost session was handled by the call; otherwise the stored rights serve until the next try.
      () => undefined,
    )
  }, [])
  useLive(sessionChannel, {}, (event) => {
    if (event.kind === 'ended') sessionEnded(event.reason)
    else refreshRights().catch(() => undefined)
  })
}
