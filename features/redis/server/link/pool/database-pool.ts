import { isDeepStrictEqual } from 'node:util'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { SessionPort } from '@qd/server-kit'
import { redisErrors } from '../../../contract/index.ts'
import type { ConnectionConfig } from '../../../contract/index.ts'
import type { Asking, DatabaseRef, Databases } from '../../guard/databases.ts'
import type { ConnectionInfo, RedisDatabase } from '../../guard/redis-database.ts'
import { reachesRedis } from '../../guard/redis-rights.ts'
import { isJobSession } from '../../jobs/job-sessions.ts'
import { openLink } from '../open-link.ts'
import type { LinkOptions } from '../open-link.ts'
import type { RedisLink } from '../redis-link.ts'
import { assertReach, countOf, infoOf, secretsOf } from './pool-entry.ts'
import type { Entry, FoundConnection, Holder } from './pool-entry.ts'
import { SleepingLink } from './sleeping-link.ts'

/** Where connections are kept. */
export interface ConnectionSource {
  /** Throws `redis_connection_not_found`. */
  findConnection(lineId: string, connectionId: string): Promise<FoundConnection>
  /** Calls back with the id of a connection that was changed or deleted; null: any may have been. */
  whenChanged(listener: (connectionId: string | null) => void): () => void
}

/** Puts the guard around a link: the only form in which others get it. */
export type GuardLink = (asking: Asking, connection: ConnectionInfo, link: RedisLink) => RedisDatabase

export interface PoolDeps {
  readonly connections: ConnectionSource
  readonly session: Pick<SessionPort, 'current' | 'onEnded' | 'onRightsChanged'>
  readonly guard: GuardLink
  /** How links are opened; what `openLink` needs beside the connection. */
  readonly link: Omit<LinkOptions, 'db' | 'signal' | 'onStep'>
  readonly nowMs?: () => number
  readonly limits?: Partial<PoolLimits>
}

export interface PoolLimits {
  /** A link that was not used for so long is closed. */
  readonly idleMs: number
  /** Connections that are open at once. */
  readonly perSession: number
  readonly perNode: number
}

const LIMITS: PoolLimits = { idleMs: 60_000, perSession: 20, perNode: 200 }
/** A link nobody woke for so long is forgotten; who still holds it opens it by asking for the database. */
const FORGOTTEN_MS = 30 * 60_000

const keyOf = (sessionId: string, { lineId, connectionId, db }: DatabaseRef): string =>
  JSON.stringify([sessionId, lineId, connectionId, db])

/** Links of this node by session, connection and database. */
export class DatabasePool implements Databases {
  readonly #deps: PoolDeps
  readonly #limits: PoolLimits
  readonly #nowMs: () => number
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<Entry>>()
  readonly #holders = new Map<string, Holder>()
  readonly #stopHearing: () => void
  /** Times the pool heard of changed connections. */
  #changes = 0
  readonly #sweeping: NodeJS.Timeout

  constructor(deps: PoolDeps) {
    this.#deps = deps
    this.#limits = { ...LIMITS, ...deps.limits }
    this.#nowMs = deps.nowMs ?? Date.now
    this.#stopHearing = deps.connections.whenChanged((id) => void this.#recheck(id))
    this.#sweeping = setInterval(() => this.#sweep(), Math.min(5_000, this.#limits.idleMs)).unref()
  }

  async of(asking: Asking, ref: DatabaseRef): Promise<RedisDatabase> {
    return this.#guarded(asking, await this.#opened(asking, ref))
  }

  /** Opens it with a password typed for this session; says what is known of the server. */
  async open(
    asking: Asking,
    ref: DatabaseRef,
    password?: string,
  ): Promise<{ link: RedisLink; config: ConnectionConfig; database: RedisDatabase }> {
    const { sessionId } = asking.caller
    const holder = this.#holderOf(asking)
    const before = holder.typed.get(ref.connectionId)
    if (password !== undefined) {
      // What is open was opened with another password, maybe of another person at this screen.
      if (before !== password)
        this.#endAll(
          ({ asking: of, ref: { connectionId } }) =>
            of.caller.sessionId === sessionId && connectionId === ref.connectionId,
        )
      holder.typed.set(ref.connectionId, password)
    }
    try {
      const entry = await this.#opened(asking, ref)
      return { link: entry.link, config: entry.found.config, database: this.#guarded(asking, entry) }
    } catch (error) {
      if (password !== undefined) this.#forgetTyped(holder, ref.connectionId)
      throw error
    }
  }

  /** Whether the session has a connection of it open now. */
  isOpen(sessionId: string, connectionId: string): boolean {
    return [...this.#entries.values()].some(
      ({ asking, ref, link }) =>
        asking.caller.sessionId === sessionId && ref.connectionId === connectionId && link.openCount > 0,
    )
  }

  /** Closes what the session has open of a connection, and forgets what was typed for it. */
  close(sessionId: string, connectionId: string): void {
    this.#forgetTyped(this.#holders.get(sessionId), connectionId)
    this.#endAll(
      ({ asking, ref }) => asking.caller.sessionId === sessionId && ref.connectionId === connectionId,
    )
  }

  stop(): void {
    clearInterval(this.#sweeping)
    this.#stopHearing()
    this.#endAll(() => true)
    for (const { stop } of this.#holders.values()) stop()
    this.#holders.clear()
  }

  async #opened(asking: Asking, ref: DatabaseRef): Promise<Entry> {
    const key = keyOf(asking.caller.sessionId, ref)
    const there = this.#entries.get(key)
    const entry = there?.link.isOver === false ? there : await this.#make(key, asking, ref)
    assertReach(asking, entry.found, ref)
    try {
      await entry.link.wake()
      return entry
    } catch (error) {
      if (entry.link.openCount === 0) this.#forget(key, entry)
      throw error
    }
  }

  #make(key: string, asking: Asking, ref: DatabaseRef): Promise<Entry> {
    const making = this.#making.get(key)
    if (making !== undefined) return making
    const made = this.#newEntry(key, asking, ref).finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return made
  }

  async #newEntry(key: string, asking: Asking, ref: DatabaseRef): Promise<Entry> {
    const holder = this.#holderOf(asking)
    const found = await this.#foundNow(ref)
    assertReach(asking, found, ref)
    const link = new SleepingLink({
      db: ref.db,
      nowMs: this.#nowMs,
      assertRoom: () => this.#makeRoom(asking.caller.sessionId),
      open: async () => {
        const secrets = secretsOf(found, this.#lendersTo(asking.caller.sessionId, holder))
        return openLink(found.config, secrets, { ...this.#deps.link, db: ref.db })
      },
    })
    const entry: Entry = { asking, ref, found, link, guarded: null }
    this.#entries.set(key, entry)
    return entry
  }

  /** What was changed while it was read is read again: nobody would be told later. */
  async #foundNow({ lineId, connectionId }: DatabaseRef): Promise<FoundConnection> {
    for (;;) {
      const before = this.#changes
      const found = await this.#deps.connections.findConnection(lineId, connectionId)
      if (before === this.#changes) return found
    }
  }

  /** The rights are those of the caller who asks now; the same caller gets the same guard. */
  #guarded(asking: Asking, entry: Entry): RedisDatabase {
    if (entry.guarded?.caller !== asking.caller) {
      const database = this.#deps.guard(asking, infoOf(entry), entry.link)
      entry.guarded = { caller: asking.caller, database }
    }
    return entry.guarded.database
  }

  /** Room for one more: closes what was not used for the longest time, or refuses when all is in use. */
  #makeRoom(sessionId: string): void {
    const { perSession, perNode } = this.#limits
    const all = [...this.#entries.values()]
    const mine = all.filter(({ asking }) => asking.caller.sessionId === sessionId)
    for (const [entries, limit] of [
      [mine, perSession],
      [all, perNode],
    ] as const) {
      if (countOf(entries) < limit) continue
      const [oldest] = entries
        .filter(({ link }) => link.openCount > 0 && !link.isBusy)
        .toSorted((a, b) => b.link.idleMs() - a.link.idleMs())
      if (oldest === undefined) throw new AppError(redisErrors.redis_links_full, { params: { limit } })
      oldest.link.sleep()
    }
  }

  #holderOf({ caller }: Asking): Holder {
    const { sessionId, userId } = caller
    const there = this.#holders.get(sessionId)
    if (there !== undefined) return there
    const { session } = this.#deps
    const end = () => this.#endSession(sessionId)
    const stops = [
      session.onEnded(sessionId, end),
      session.onRightsChanged(userId, () => {
        // Nobody can tell the rights: then there are none.
        session
          .current(sessionId)
          .then((current) => (current === null ? end() : this.#rightsAre(current)), end)
      }),
    ]
    const holder = { userId, typed: new Map<string, string>(), stop: () => stops.forEach((stop) => stop()) }
    this.#holders.set(sessionId, holder)
    return holder
  }

  /** Whoever holds a database holds the rights it was opened with: with others it is opened anew, if at all. */
  #rightsAre(caller: Asking['caller']): void {
    const isMine = ({ asking: of }: Entry) => of.caller.sessionId === caller.sessionId
    this.#endAll((entry) => {
      const { asking, found, ref } = entry
      return isMine(entry) && !reachesRedis({ ...asking, caller }, [found.config.name, String(ref.db)])
    })
    this.#endAll(
      (entry) => isMine(entry) && !isDeepStrictEqual(entry.asking.caller.grants, caller.grants),
      new AppError(redisErrors.redis_rights_changed),
    )
  }

  #endSession(sessionId: string): void {
    const holder = this.#holders.get(sessionId)
    holder?.stop()
    this.#holders.delete(sessionId)
    for (const connectionId of holder?.typed.keys() ?? []) this.#forgetTyped(holder, connectionId)
    this.#endAll(({ asking }) => asking.caller.sessionId === sessionId)
  }

  /** Whose typed passwords a session may use: its own; a job those of all sessions its owner has on this node. */
  #lendersTo(sessionId: string, own: Holder): readonly Holder[] {
    if (!isJobSession(sessionId)) return [own]
    return [...this.#holders.values()].filter(({ userId }) => userId === own.userId)
  }

  /** Jobs that used it end their connection, unless another session of their owner holds it too. */
  #forgetTyped(holder: Holder | undefined, connectionId: string): void {
    if (holder?.typed.delete(connectionId) !== true) return
    const { userId } = holder
    const others = [...this.#holders.values()].filter((each) => each.userId === userId)
    if (others.some(({ typed }) => typed.has(connectionId))) return
    this.#endAll(
      ({ asking: { caller }, found }) =>
        isJobSession(caller.sessionId) && caller.userId === userId && found.id === connectionId,
      new AppError(redisErrors.redis_password_needed),
    )
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }

  #endAll(isMeant: (entry: Entry) => boolean, error: Error = new AppError(coreErrors.session_expired)): void {
    for (const [key, entry] of this.#entries) {
      if (!isMeant(entry)) continue
      this.#forget(key, entry)
      entry.link.endWith(error)
    }
  }

  /** A connection that is another one now is opened anew by whoever asks for it. */
  async #recheck(id: string | null): Promise<void> {
    this.#changes += 1
    const concerned = [...this.#entries.values()].filter(({ found }) => id === null || found.id === id)
    await Promise.all(
      concerned.map(async (entry) => {
        const { lineId, id: connectionId, revision } = entry.found
        const now = await this.#deps.connections.findConnection(lineId, connectionId).catch(() => null)
        if (now?.revision === revision) return
        this.#endAll((each) => each === entry, new AppError(redisErrors.redis_connection_changed))
        this.#forgetTyped(this.#holders.get(entry.asking.caller.sessionId), connectionId)
      }),
    )
  }

  #sweep(): void {
    for (const [key, entry] of this.#entries) {
      const idleMs = entry.link.idleMs()
      if (idleMs < this.#limits.idleMs) continue
      entry.link.sleep()
      if (idleMs > FORGOTTEN_MS) this.#forget(key, entry)
    }
  }
}
