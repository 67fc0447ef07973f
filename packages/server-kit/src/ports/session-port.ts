import type { Caller } from './caller.ts'

/** What the kit needs of the session feature. */
export interface SessionPort {
  /**
   * The caller behind a token; null when it is unknown, expired or revoked. Hot: cached. `connection` is what the token
   * came in by; where it stays the same for many calls, so does the token.
   */
  authenticate(token: string, connection?: object): Caller | null | Promise<Caller | null>
  /** Why the session of this token ended, as `onEnded` tells it; null: there was none. */
  endReason(token: string): Promise<string | null>
  /** The caller behind a one-use live ticket; null when it is unknown, used or older than 30 s. */
  redeemTicket(ticket: string): Promise<Caller | null>
  /** Calls back once when the session ends (logout, password, disable, expiry); returns a disposer. */
  onEnded(sessionId: string, listener: (reason: string) => void): () => void
  /** Calls back when the user's rights changed; `current` loads the caller again. */
  onRightsChanged(userId: string, listener: () => void): () => void
  /** The caller of a session as of now; null when it ended. */
  current(sessionId: string): Promise<Caller | null>
}

/** A person for whom work runs without their session: the owner of a job. */
export interface CallersPort {
  /** With their present rights; null when the account is gone, disabled or only invited. */
  of(userId: string): Promise<Caller | null>
  /** The same for what was begun with an API token: with the rights both hold, null once the token has ended. */
  ofToken(tokenId: string): Promise<Caller | null>
}
