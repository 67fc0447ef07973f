import type { Store } from '@qd/store'
import { hashToken, isTokenShaped, newToken } from '../tokens/opaque-token.ts'
import type { SessionTables } from '../session-tables.ts'

const TICKET_MS = 30_000

/** Tickets for the first frame on `/live`: one use, 30 seconds, stored hashed. */
export interface LiveTickets {
  issue(sessionId: string): Promise<{ ticket: string; expiresAt: number }>
  /** The session behind the ticket; null when it is unknown, used or too old. */
  redeem(ticket: string): Promise<string | null>
}

export function createLiveTickets(store: Store<SessionTables>, nowMs: () => number): LiveTickets {
  return {
    async issue(sessionId) {
      const ticket = newToken()
      const expiresAt = nowMs() + TICKET_MS
      await store.write((tx) =>
        tx
          .insertInto('live_ticket')
          .values({ ticket_hash: hashToken(ticket), session_id: sessionId, expires_at: expiresAt })
          .execute(),
      )
      return { ticket, expiresAt }
    },
    async redeem(ticket) {
      if (!isTokenShaped(ticket)) return null
      const row = await store.write((tx) =>
        tx
          .deleteFrom('live_ticket')
          .where('ticket_hash', '=', hashToken(ticket))
          .returning(['session_id', 'expires_at'])
          .executeTakeFirst(),
      )
      return row !== undefined && nowMs() < row.expires_at ? row.session_id : null
    },
  }
}
