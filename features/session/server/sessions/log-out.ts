import type { Caller } from '@qd/server-kit'
import { logout } from '../../contract/index.ts'
import { callEntry } from '../call-entry.ts'
import type { CallSource } from '../call-entry.ts'
import { revokeSessions } from './session-endings.ts'
import type { SessionRooms } from '../session-rooms.ts'

/** Ends the session on every node (S4.04); without one there is nothing to do. */
export async function logOut(rooms: SessionRooms, caller: Caller | null, source: CallSource): Promise<null> {
  if (caller === null) return null
  const entry = callEntry(source, logout.title, { actor: caller })
  await rooms.audit.commit(
    entry,
    (tx) => revokeSessions(tx, { sessionId: caller.sessionId }, { reason: 'logout', atMs: rooms.nowMs() }),
    { inReserve: true },
  )
  return null
}
