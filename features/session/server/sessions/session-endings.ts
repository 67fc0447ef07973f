import { parseJsonText } from '@qd/canonical-json'
import { publishWith } from '@qd/store'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { SessionCache } from './session-cache.ts'
import type { SessionTables } from '../session-tables.ts'
import { hashToken, isTokenShaped } from '../tokens/opaque-token.ts'

/** Why a session ended; the text of `session` events. */
export type EndReason =
  | 'logout'
  | 'password'
  | 'disabled'
  | 'expired'
  | 'second_factor'
  | 'ended'
  | 'too_many'

const ENDED_TOPIC = 'session.ended'
/** A notification holds 7,800 bytes. */
const IDS_PER_MESSAGE = 100

type Whose = { sessionId: string } | { userId: string; exceptSessionId?: string }

function messagesOf(ids: readonly string[], reason: EndReason): string[] {
  const messages: string[] = []
  for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE) {
    messages.push(JSON.stringify({ ids: ids.slice(at, at + IDS_PER_MESSAGE), reason }))
  }
  return messages
}

/**
 * Within the write that ends them: by its commit every node forgets these sessions and tokens, this one before the write
 * resolves, the others also when this process dies right after.
 */
export function announceEnded(tx: Kysely<SessionTables>, ids: readonly string[], reason: EndReason): void {
  for (const message of messagesOf(ids, reason)) publishWith(tx, ENDED_TOPIC, message)
}

/** Revokes within a write, and announces it. Gives the ended ids. */
export async function revokeSessions(
  tx: Kysely<SessionTables>,
  whose: Whose,
  ending: { reason: EndReason; atMs: number },
): Promise<string[]> {
  const revoking = tx
    .updateTable('session')
    .set({ revoked_at: ending.atMs, revoked_reason: ending.reason })
    .where('revoked_at', 'is', null)
  const chosen =
    'sessionId' in whose
      ? // A preview ends with the session it was opened from.
        revoking.where((eb) => eb.or([eb('id', '=', whose.sessionId), eb('parent_id', '=', whose.sessionId)]))
      : revoking.where('user_id', '=', whose.userId).where('id', '!=', whose.exceptSessionId ?? '')
  const rows = await chosen.returning('id').execute()
  const ids = rows.map(({ id }) => id)
  announceEnded(tx, ids, ending.reason)
  return ids
}

/** Revokes all API tokens of a user within a write, as `revokeSessions` does with sessions. */
export async function revokeTokens(
  tx: Kysely<SessionTables>,
  userId: string,
  ending: { reason: EndReason; atMs: number },
): Promise<void> {
  const rows = await tx
    .updateTable('api_token')
    .set({ revoked_at: ending.atMs })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  announceEnded(tx, ids, ending.reason)
}

/** Hears that sessions ended, here or on another node, and tells whoever listens here. */
export class SessionEndings {
  readonly #store: Store<SessionTables>
  readonly #stopNews: () => void
  readonly #cache: SessionCache
  readonly #listeners = new Map<string, Set<(reason: string) => void>>()
  readonly #checks = new Set<Promise<void>>()

  constructor(store: Store<SessionTables>, cache: SessionCache) {
    this.#store = store
    this.#cache = cache
    this.#stopNews = store.broadcast.subscribe(ENDED_TOPIC, (payload) => {
      const { ids, reason } = parseJsonText(payload) as { ids: string[]; reason: EndReason }
      this.#apply(ids, reason)
    })
  }

  /** Calls back once; returns a disposer. */
  onEnded(sessionId: string, listener: (reason: string) => void): () => void {
    const entry = (reason: string) => listener(reason)
    const entries = this.#listeners.get(sessionId) ?? new Set()
    this.#listeners.set(sessionId, entries.add(entry))
    // It may have ended between the look at it and this call.
    this.#checkSoon(sessionId)
    return () => {
      entries.delete(entry)
      if (entries.size === 0 && this.#listeners.get(sessionId) === entries) this.#listeners.delete(sessionId)
    }
  }

  /** Why the session of a token ended; null for what is no token, or of no session. */
  async reasonOf(token: string): Promise<EndReason | null> {
    if (!isTokenShaped(token)) return null
    const row = await this.#store.read
      .selectFrom('session')
      .select('revoked_reason')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst()
    return row === undefined ? null : ((row.revoked_reason ?? 'expired') as EndReason)
  }

  /** Ends what nobody announced: sessions that ran out, and those revoked while messages were lost. */
  async checkListened(): Promise<void> {
    for (const sessionId of Array.from(this.#listeners.keys())) await this.#endIfOver(sessionId)
  }

  async stop(): Promise<void> {
    this.#stopNews()
    await Promise.all(this.#checks)
  }

  #checkSoon(sessionId: string): void {
    const check: Promise<void> = this.#endIfOver(sessionId)
      .catch(warn)
      .finally(() => this.#checks.delete(check))
    this.#checks.add(check)
  }

  async #endIfOver(sessionId: string): Promise<void> {
    if ((await this.#cache.current(sessionId)) !== null || !this.#listeners.has(sessionId)) return
    const row = await this.#store.read
      .selectFrom('session')
      .select('revoked_reason')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    this.#apply([sessionId], (row?.revoked_reason ?? 'expired') as EndReason)
  }

  #apply(ids: readonly string[], reason: EndReason): void {
    this.#cache.forgetSessions(ids)
    for (const id of ids) {
      const entries = this.#listeners.get(id)
      this.#listeners.delete(id)
      for (const listener of entries ?? []) listener(reason)
    }
  }
}

/** A check that could not be made is made again by the next message or timer. */
function warn(error: unknown): void {
  process.emitWarning(`A session with listeners was not checked: ${String(error)}`)
}
