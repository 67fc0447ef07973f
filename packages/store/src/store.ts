import type { Kysely, QueryExecutor } from 'kysely'
import type { StoreCondition } from './store-condition.ts'

export type Dialect = 'sqlite' | 'postgres'

/** One forward step of the schema; the composer's array order is the order of application. */
export interface Migration {
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

export interface StoreOptions {
  /** PostgreSQL when given, else SQLite in `dataDir`. */
  databaseUrl?: string
  /** Folder of the SQLite file `quarterdeck.db`. */
  dataDir?: string
  migrations: Migration[]
  onBroadcastLost?(): void
  /** Development guard: a `write` function running longer is rolled back with `store_write_too_long`. 0 = off. */
  maxWriteMs?: number | (() => number)
  /** For verifier and backup: takes no lock, applies no migration, refuses `write`. */
  readOnly?: boolean
  /** For the restore itself, which alone opens a place that is marked as not whole. */
  isRestoring?: boolean
  /** Told at each change of the condition. */
  onCondition?(condition: StoreCondition): void
}

export interface WriteOptions {
  /**
   * Small, and needed so that people can still sign in and look when there is no room left: taken from the
   * reserve, where every other write is refused with `store_full`. `fn` may then run twice, the first time in vain.
   */
  inReserve?: boolean
}

/** Messages to every console process on the same database; topic and payload together at most 7,800 bytes. */
export interface Broadcast {
  /** When it resolves, the listeners of this process have run; those of others run soon after. */
  publish(topic: string, payload: string): Promise<void>
  /** As part of a write: travels if and when it commits, and listeners here have run before the write resolves. */
  publishWith(tx: StatementTarget, topic: string, payload: string): void
  subscribe(topic: string, listener: (payload: string) => void): () => void
  /** Fires whenever messages may have been missed: caches must forget everything they hold. */
  onLost(listener: () => void): () => void
  /**
   * Ends at once while it is certain that no message of more than 800 ms ago is missing; otherwise waits for that
   * certainty, or rejects with `store_unavailable` after 2 s. Asked before a cache decides what somebody may do.
   */
  caughtUp(): void | Promise<void>
}

/** `store.read` or the `tx` of a `write`, whatever its table types. */
export interface StatementTarget {
  getExecutor(): QueryExecutor
}

/** The same statement in both dialects: `?` marks for SQLite, `$1` marks for PostgreSQL. */
export interface StatementText {
  sqlite: string
  postgres: string
}

/** A statement prepared once per connection, for rates where building a query would cost more than running it. */
export interface Statement<P extends readonly unknown[], R> {
  run(target: StatementTarget, params: P): Promise<void>
  get(target: StatementTarget, params: P): Promise<R | undefined>
  all(target: StatementTarget, params: P): Promise<R[]>
}

export interface Store<DB> {
  readonly dialect: Dialect
  /** Reads only, on connections of their own that cannot write. */
  readonly read: Kysely<DB>
  /**
   * Runs `fn` atomically and resolves after the durable commit. `fn` awaits nothing but this `tx`:
   * on SQLite every other write waits for it.
   */
  write<T>(fn: (tx: Kysely<DB>) => Promise<T>, options?: WriteOptions): Promise<T>
  statement<P extends readonly unknown[], R>(text: StatementText): Statement<P, R>
  readonly broadcast: Broadcast
  /** The same store seen with another feature's table types. */
  as<Other>(): Store<Other>
  /** Whether there is room, and whether damage was seen. */
  condition(): Readonly<StoreCondition>
  /** Rejects with `store_unavailable` when the database does not answer, with `store_damaged` when it is damaged. */
  ping(): Promise<void>
  close(): Promise<void>
}
