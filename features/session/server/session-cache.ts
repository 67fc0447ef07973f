import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { hashToken, isTokenShaped } from './opaque-token.ts'
import type { AccessPort } from './session-deps.ts'
import { SEEN_STEP_MS, isSessionAlive } from './session-limits.ts'
import type { SessionTables } from './session-tables.ts'

/** Backstop for a revocation whose broadcast got lost on its way out. */
const MOST_AGE_MS = 10_000
const MOST_ENTRIES = 50_000

interface Entry {
  readonly key: string
  readonly caller: Caller
  readonly expires_at: number
  last_seen_at: number
  readonly loadedAtMs: number
}

interface CacheDeps {
  store: Store<SessionTables>
  access: Pick<AccessPort, 'rightsOf'>
  nowMs: () => number
}

/** Who stands behind a token, from memory when possible; forgets on every message that could matter. */
export class SessionCache {
  readonly #store: Store<SessionTables>
  readonly #access: Pick<AccessPort, 'rightsOf'>
  readonly #nowMs: () => number
  readonly #byKey = new Map<string, Entry>()
  readonly #keyOfSession = new Map<string, string>()
  readonly #pending = new Set<Promise<void>>()
  /** Counts the forgettings: what was read before one must not be kept after it. */
  #generation = 0

  constructor({ store, access, nowMs }: CacheDeps) {
    this.#store = store
    this.#access = access
    this.#nowMs = nowMs
  }

  /** Answers at once from memory, else by a promise; using a session counts as activity. */
  authenticate(token: string): Caller | null | Promise<Caller | null> {
    if (!isTokenShaped(token)) return null
    const key = hashToken(token)
    const nowMs = this.#nowMs()
    const entry = this.#fresh(key, nowMs)
    if (entry === null) return this.#loadAndTouch(key)
    this.#touch(entry, nowMs)
    return entry.caller
  }

  /** The caller of a session as of now; looking is no activity. */
  async current(sessionId: string): Promise<Caller | null> {
    const key = this.#keyOfSession.get(sessionId)
    const entry = key === undefined ? null : this.#fresh(key, this.#nowMs())
    return (entry ?? (await this.#load({ id: sessionId })))?.caller ?? null
  }

  forgetSessions(ids: readonly string[]): void {
    this.#generation++
    for (const id of ids) {
      const key = this.#keyOfSession.get(id)
      if (key !== undefined) this.#remove(key)
    }
  }

  forgetUser(userId: string): void {
    this.#generation++
    for (const entry of this.#byKey.values()) {
      if (entry.caller.userId === userId) this.#remove(entry.key)
    }
  }

  clear(): void {
    this.#generation++
    this.#byKey.clear()
    this.#keyOfSession.clear()
  }

  /** Waits for recorded activity that is still on its way to the store. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending)
  }

  #fresh(key: string, nowMs: number): Entry | null {
    const entry = this.#byKey.get(key)
    if (entry === undefined) return null
    const ageMs = nowMs - entry.loadedAtMs
    // A negative age means that the clock was set back: nothing remembered is to be trusted then.
    return ageMs >= 0 && ageMs < MOST_AGE_MS && isSessionAlive(entry, nowMs) ? entry : null
  }

  async #loadAndTouch(key: string): Promise<Caller | null> {
    const entry = await this.#load({ token_hash: key })
    if (entry === null) return null
    this.#touch(entry, this.#nowMs())
    return entry.caller
  }

  async #load(where: { id: string } | { token_hash: string }): Promise<Entry | null> {
    const generation = this.#generation
    const row = await this.#store.read
      .selectFrom('session')
      .innerJoin('user_account', 'user_account.id', 'session.user_id')
      .select([
        'session.id',
        'session.token_hash',
        'session.user_id',
        'session.expires_at',
        'session.last_seen_at',
      ])
      .select(['user_account.username', 'user_account.name'])
      .where('user_account.disabled', '=', 0)
      .where('session.revoked_at', 'is', null)
      .where((eb) =>
        'id' in where ? eb('session.id', '=', where.id) : eb('session.token_hash', '=', where.token_hash),
      )
      .executeTakeFirst()
    if (row === undefined) return null
    // Use recorded a moment ago may still be on its way to the store.
    row.last_seen_at = Math.max(row.last_seen_at, this.#byKey.get(row.token_hash)?.last_seen_at ?? 0)
    if (!isSessionAlive(row, this.#nowMs())) return null
    const { roles, grants } = await this.#access.rightsOf(row.user_id)
    const entry: Entry = {
      key: row.token_hash,
      caller: {
        userId: row.user_id,
        username: row.username,
        name: row.name,
        sessionId: row.id,
        roles,
        grants,
      },
      expires_at: row.expires_at,
      last_seen_at: row.last_seen_at,
      loadedAtMs: this.#nowMs(),
    }
    if (generation === this.#generation) this.#keep(entry)
    return entry
  }

  #keep(entry: Entry): void {
    this.#byKey.set(entry.key, entry)
    this.#keyOfSession.set(entry.caller.sessionId, entry.key)
    if (this.#byKey.size <= MOST_ENTRIES) return
    const [oldest] = this.#byKey.keys()
    if (oldest !== undefined) this.#remove(oldest)
  }

  #remove(key: string): void {
    const entry = this.#byKey.get(key)
    if (entry === undefined) return
    this.#byKey.delete(key)
    this.#keyOfSession.delete(entry.caller.sessionId)
  }

  #touch(entry: Entry, nowMs: number): void {
    if (nowMs - entry.last_seen_at < SEEN_STEP_MS) return
    entry.last_seen_at = nowMs
    const recorded: Promise<void> = this.#recordSeen(entry.caller.sessionId, nowMs)
      // The request itself must not fail; the next use of the session tries again.
      .catch((error: unknown) => process.emitWarning(`Session activity was not recorded: ${String(error)}`))
      .finally(() => this.#pending.delete(recorded))
    this.#pending.add(recorded)
  }

  async #recordSeen(sessionId: string, seenAtMs: number): Promise<void> {
    await this.#store.write((tx) =>
      tx
        .updateTable('session')
        .set({ last_seen_at: seenAtMs })
        .where('id', '=', sessionId)
        .where('last_seen_at', '<', seenAtMs)
        .where('revoked_at', 'is', null)
        .execute(),
    )
  }
}
