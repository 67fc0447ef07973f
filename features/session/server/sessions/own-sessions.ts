import { AppError } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { sessionErrors } from '../../contract/index.ts'
import { deviceName } from '../devices/device-name.ts'
import { forgetDeviceOf, forgetDevices } from '../devices/known-devices.ts'
import type { Commit } from '../session-deps.ts'
import { revokeSessions } from './session-endings.ts'
import { IDLE_MS } from './session-limits.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

/** Where the caller is signed in, the last used one first; previews belong to the session they came from. */
export async function listOwnSessions(deps: UseCaseDeps, caller: Caller) {
  const nowMs = deps.nowMs()
  const rows = await deps.store.read
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('last_seen_at', '>', nowMs - IDLE_MS)
    .where('kind', '!=', 'preview')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    address: row.address,
    createdAt: row.created_at,
    // Its use at this moment is recorded later than it is asked for.
    lastSeenAt: row.id === caller.sessionId ? nowMs : row.last_seen_at,
    expiresAt: row.expires_at,
    isCurrent: row.id === caller.sessionId,
  }))
}

/** Ends one of the caller's own sessions on every node; a foreign and an unknown one are alike. */
export async function endOwnSession(
  deps: UseCaseDeps,
  sessionId: string,
  { caller, commit }: { caller: Caller; commit: Commit },
): Promise<void> {
  await commit(async (tx) => {
    const own = await tx
      .selectFrom('session')
      .select('id')
      .where('id', '=', sessionId)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst()
    if (own === undefined) throw new AppError(sessionErrors.session_not_found)
    await forgetDeviceOf(tx, caller.userId, { ended: sessionId, own: caller.sessionId })
    return revokeSessions(tx, { sessionId }, { reason: 'ended', atMs: deps.nowMs() })
  })
}

/** Ends all sessions of the caller but this one, and makes strangers of all other browsers. Gives the sessions' number. */
export async function endOtherSessions(
  deps: UseCaseDeps,
  { caller, commit }: { caller: Caller; commit: Commit },
): Promise<number> {
  const whose = { userId: caller.userId, exceptSessionId: caller.sessionId }
  const ended = await commit(async (tx) => {
    await forgetDevices(tx, caller.userId, caller.sessionId)
    return revokeSessions(tx, whose, { reason: 'ended', atMs: deps.nowMs() })
  })
  return ended.length
}
