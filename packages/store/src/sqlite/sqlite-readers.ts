import type { Driver, QueryResult } from 'kysely'
import { LeasedConnection } from '../leased-connection.ts'
import type { SqlConnection, SqlQuery } from '../sql-connection.ts'
import { StoreError } from '../store-error.ts'
import { SqliteConnection } from './sqlite-connection.ts'

const MOST_IDLE = 4

/** Kysely's lease: a connection of its own only while in a transaction. */
class ReaderLease extends LeasedConnection {
  readonly session: ReaderSession

  constructor(shared: SqlConnection) {
    const session = new ReaderSession(shared)
    super(session)
    this.session = session
  }
}

class ReaderSession implements SqlConnection {
  readonly #shared: SqlConnection
  own: SqliteConnection | undefined

  constructor(shared: SqlConnection) {
    this.#shared = shared
  }

  execute<R>(query: SqlQuery): QueryResult<R> | Promise<QueryResult<R>> {
    return (this.own ?? this.#shared).execute<R>(query)
  }
}

/**
 * Reads: a query is over within one call, so all of them share one connection. A read transaction gets its own,
 * without an upper limit: one that waits for another could wait for ever.
 */
export class SqliteReaders implements Driver, SqlConnection {
  readonly #open: () => SqliteConnection
  readonly #shared: SqliteConnection
  readonly #idle: SqliteConnection[] = []
  #isClosed = false

  constructor(file: string, onDamage?: (damage: string) => void) {
    this.#open = () => new SqliteConnection(file, 'read', onDamage)
    this.#shared = this.#open()
  }

  execute<R>(query: SqlQuery): QueryResult<R> {
    this.#assertOpen()
    const result = this.#shared.execute<R>(query)
    if (this.#shared.isInTransaction) {
      // Left open, it would show everybody this moment for ever.
      this.#shared.command('rollback')
      throw new StoreError('store_misuse', 'Use read.transaction(), not a begin of your own.')
    }
    return result
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ReaderLease> {
    this.#assertOpen()
    return new ReaderLease(this)
  }

  async beginTransaction({ session }: ReaderLease): Promise<void> {
    this.#assertOpen()
    session.own = this.#idle.pop() ?? this.#open()
    session.own.command('begin')
  }

  async commitTransaction({ session }: ReaderLease): Promise<void> {
    session.own?.command('commit')
  }

  async rollbackTransaction({ session }: ReaderLease): Promise<void> {
    session.own?.command('rollback')
  }

  async releaseConnection({ session }: ReaderLease): Promise<void> {
    const { own } = session
    if (!own) return
    session.own = undefined
    const isReusable = !this.#isClosed && !own.isInTransaction && this.#idle.length < MOST_IDLE
    if (isReusable) this.#idle.push(own)
    else own.close()
  }

  async destroy(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const connection of [this.#shared, ...this.#idle.splice(0)]) connection.close()
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new StoreError('store_unavailable', 'The store is closed.')
  }
}
