import { call, endSession, setRightsCheck, startLive, useLive } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'
import { useEffect } from 'react'
import { sessionChannel } from '../contract/live.ts'
import { ticket } from '../contract/login.ts'
import { refreshRights } from './rights/refresh-rights.ts'
import './texts.ts'

async function freshTicket(): Promise<string> {
  return (
    await call(
      ticket,
      { body: {} },
      { tag: 'session:login.submit', told: { quiet: 'the banner about the live connection tells it' } },
    )
  ).ticket
}

function sessionEnded(reason = 'expired'): void {
  endSession({ reason })
}

/** Keeps rights fresh and leaves at once when the session ends elsewhere; used once, in the shell. */
export function useSessionLive(): void {
  const features = useFeatures()
  useEffect(() => startLive(freshTicket, sessionEnded), [])
  useEffect(() => {
    // A lost session was handled by the call; otherwise the stored rights serve until the next try.
    refreshRights(features, false).catch(() => undefined)
    setRightsCheck(() => refreshRights(features, false))
    return () => setRightsCheck(null)
  }, [features])
  useLive(sessionChannel, {}, (event) => {
    if (event.kind === 'ended') sessionEnded(event.reason)
    else refreshRights(features, true).catch(() => undefined)
  })
}
