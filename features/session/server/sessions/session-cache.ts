import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { loadSessionCaller, loadTokenCaller } from './load-caller.ts'
import type { LoadedCaller } from './load-caller.ts'
import { apiTokenHash, hashToken, isTokenShaped } from '../tokens/opaque-token.ts'
import type { AccessPort } from '../session-deps.ts'
import { SEEN_STEP_MS, isSessionAlive } from './session-limits.ts'
import type { SessionTables } from '../session-tables.ts'

/** Backstop for a revocation whose broadcast got lost on its way out. */
const MOST_AGE_MS = 10_000
const MOST_ENTRIES = 50_000

interface Entry extends LoadedCaller {
  readonly loadedAtMs: number
}

interface NamedToken {
  readonly token: string
  readonly key: string
  readonly isApi: boolean
}

interface CacheDeps {
  store: Store<SessionTables>
  access: Pick<AccessPort, 'rightsOf'>
  requiresSecondFactor: boolean
  nowMs: () => number
}

/** Who stands behind a token, from memory when possible; forgets on every message that could matter. */
export class SessionCache {
  readonly #deps: CacheDeps
  readonly #nowMs: () => number
  readonly #byKey = new Map<string, Entry>()
  readonly #keyOfSession = new Map<string, string>()
  readonly #lastOf = new WeakMap<object, NamedToken>()
  readonly #pending = new Set<Promise<void>>()
  /** Loads under way: of many calls with one token only the first asks the store. */
  readonly #loading = new Map<string, { generation: number; entry: Promise<Entry | null> }>()
  /** Counts the forgettings: what was read before one must not be kept after it. */
  #generation = 0

  constructor(deps: CacheDeps) {
    this.#deps = deps
    this.#nowMs = deps.nowMs
  }

  /** Answers at once from memory, else by a promise; using a session counts as activity. */
  authenticate(token: string, connection?: object): Caller | null | Promise<Caller | null> {
    const named = this.#namedBy(token, connection)
    if (named === null) return null
    const { key: tokenHash, isApi } = named
    const nowMs = this.#nowMs()
    const entry = this.#fresh(tokenHash, nowMs)
    if (entry === null) {
      const load = () =>
        isApi ? loadTokenCaller(this.#deps, { tokenHash }) : loadSessionCaller(this.#deps, { tokenHash })
      return this.#touched(this.#loadOnce(tokenHash, load))
    }
    this.#touch(entry, nowMs)
    return entry.caller
  }

  /** What a token is found by, hashed once for a connection that goes on using it; null for what is no token. */
  #namedBy(token: string, connection: object | undefined): NamedToken | null {
    const last = connection === undefined ? undefined : this.#lastOf.get(connection)
    if (last?.token === token) return last
    const apiHash = apiTokenHash(token)
    if (apiHash === null && !isTokenShaped(token)) return null
    const named = { token, key: apiHash ?? hashToken(token), isApi: apiHash !== null }
    if (connection !== undefined) this.#lastOf.set(connection, named)
    return named
  }

  /** The caller of a session, or of an API token by its id, as of now; looking is no activity. */
  async current(sessionId: string): Promise<Caller | null> {
    const key = this.#keyOfSession.get(sessionId)
    const entry = key === undefined ? null : this.#fresh(key, this.#nowMs())
    if (entry !== null) return entry.caller
    const where = { id: sessionId }
    const load = async () =>
      (await loadSessionCaller(this.#deps, where)) ?? (await loadTokenCaller(this.#deps, where))
    return (await this.#load(load))?.caller ?? null
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
    if (entry.rightsUntil !== null && nowMs >= entry.rightsUntil) return null
    // A negative age means that the clock was set back: nothing remembered is to be trusted then.
    return ageMs >= 0 && ageMs < MOST_AGE_MS && isSessionAlive(entry, nowMs) ? entry : null
  }

  /** A load that began before something was forgotten is not good enough for whoever asks after it. */
  #loadOnce(key: string, load: () => Promise<LoadedCaller | null>): Promise<Entry | null> {
    const underWay = this.#loading.get(key)
    if (underWay?.generation === this.#generation) return underWay.entry
    const entry = this.#load(load).finally(() => {
      if (this.#loading.get(key)?.entry === entry) this.#loading.delete(key)
    })
    this.#loading.set(key, { generation: this.#generation, entry })
    return entry
  }

  async #touched(loading: Promise<Entry | null>): Promise<Caller | null> {
    const entry = await loading
    if (entry === null) return null
    this.#touch(entry, this.#nowMs())
    return entry.caller
  }

  async #load(load: () => Promise<LoadedCaller | null>): Promise<Entry | null> {
    const generation = this.#generation
    const loaded = await load()
    if (loaded === null) return null
    // Use recorded a moment ago may still be on its way to the store.
    const lastSeenAt = Math.max(loaded.lastSeenAt, this.#byKey.get(loaded.key)?.lastSeenAt ?? 0)
    const entry: Entry = { ...loaded, lastSeenAt, loadedAtMs: this.#nowMs() }
    if (!isSessionAlive(entry, entry.loadedAtMs)) return null
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
    if (nowMs - entry.lastSeenAt < SEEN_STEP_MS) return
    entry.lastSeenAt = nowMs
    const recorded: Promise<void> = this.#recordSeen(entry.caller, nowMs)
      // The request itself must not fail; the next use of the session tries again.
      .catch((error: unknown) => process.emitWarning(`Session activity was not recorded: ${String(error)}`))
      .finally(() => this.#pending.delete(recorded))
    this.#pending.add(recorded)
  }

  async #recordSeen({ sessionId, kind }: Caller, seenAtMs: number): Promise<void> {
    await this.#deps.store.write(async (tx) => {
      if (kind === 'token') {
        await tx
          .updateTable('api_token')
          .set({ last_used_at: seenAtMs })
          .where('id', '=', sessionId)
          .execute()
        return
      }
      await tx
        .updateTable('session')
        .set({ last_seen_at: seenAtMs })
        .where('id', '=', sessionId)
        .where('last_seen_at', '<', seenAtMs)
        .where('revoked_at', 'is', null)
        .execute()
    })
  }
}
