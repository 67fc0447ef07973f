import type { AuditEntry } from '@qd/server-kit'

/** What an audit row needs of a call that has no audited route of its own. */
export interface CallSource {
  requestId: string
  address: string
}

interface Actor {
  userId: string
  username: string
  sessionId: string
}

const NOBODY: Actor = { userId: '', username: '', sessionId: '' }

/** Audit entry of a public call; `detail` holds neither password nor query. */
export function callEntry(
  source: CallSource,
  action: string,
  who: { actor?: Actor; target?: string; detail?: Record<string, unknown> } = {},
): AuditEntry {
  const { userId, username, sessionId } = who.actor ?? NOBODY
  return {
    requestId: source.requestId,
    actorId: userId,
    actor: username,
    sessionId,
    address: source.address,
    action,
    risk: 'R1',
    scope: '*',
    target: who.target ?? userId,
    reason: '',
    detail: who.detail ?? {},
  }
}
