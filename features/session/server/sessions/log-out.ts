import type { Caller } from '@qd/server-kit'
import { logout } from '../../contract/index.ts'
import { callEntry } from '../call-entry.ts'
import type { CallSource } from '../call-entry.ts'
import { revokeSessions } from './session-endings.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

/** Ends the session on every node (S4.04); without one there is nothing to do. */
export async function logOut(deps: UseCaseDeps, caller: Caller | null, source: CallSource): Promise<null> {
  if (caller === null) return null
  const entry = callEntry(source, logout.title, { actor: caller })
  await deps.audit.commit(
    entry,
    (tx) => revokeSessions(tx, { sessionId: caller.sessionId }, { reason: 'logout', atMs: deps.nowMs() }),
    { inReserve: true },
  )
  return null
}
