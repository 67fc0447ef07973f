import { serveChannel } from '@qd/server-kit'
import type { ServedChannel } from '@qd/server-kit'
import { approvalsChannel } from '../contract/index.ts'
import { APPROVALS_TOPIC } from './approvals-deps.ts'
import type { UseCaseDeps } from './approvals-deps.ts'
import { findRow, maySee } from './request/find-request.ts'

/** Tells open pages that a request they may see has moved, by the reader's rights as of the event. */
export function serveMoves(deps: Pick<UseCaseDeps, 'store' | 'session' | 'calls'>): ServedChannel {
  return serveChannel(approvalsChannel, (_open, { caller, send }) => {
    let queue = Promise.resolve()
    const tell = async (id: string) => {
      const [current, request] = await Promise.all([
        deps.session.current(caller.sessionId),
        findRow(deps, id),
      ])
      if (current === null || request === undefined || !(await maySee(deps, current, request))) return
      const { status, execution, revision } = request
      send({ id, status, execution, revision })
    }
    return deps.store.broadcast.subscribe(APPROVALS_TOPIC, (id) => {
      // A lost event is made up for by the next look at the counts.
      queue = queue.then(() => tell(id)).catch(() => undefined)
    })
  })
}
