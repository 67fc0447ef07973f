import { serveChannel } from '@qd/server-kit'
import type { SessionPort } from '@qd/server-kit'
import { sessionChannel } from '../../contract/index.ts'

/** Tells a page that its session ended or that its rights changed. */
export function serveSessionChannel(port: SessionPort) {
  return serveChannel(sessionChannel, (_open, subscription) => {
    const { sessionId, userId } = subscription.caller
    const stopEnded = port.onEnded(sessionId, (reason) => subscription.send({ kind: 'ended', reason }))
    const stopRights = port.onRightsChanged(userId, () => subscription.send({ kind: 'rights' }))
    return () => {
      stopEnded()
      stopRights()
    }
  })
}
