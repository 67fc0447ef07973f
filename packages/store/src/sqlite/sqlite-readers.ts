import type { Driver, QueryResult } from 'kysely'
import { LeasedConnection } from '../leased-connection.ts'
import type { SqlConnection, SqlQuery } from '../sql-connection.ts'
import { StoreError } from '../store-error.ts'
import { SqliteConnection } from './sqlite-connection.ts'

const MOST_OPEN = 8

/** Read connections: one serves nearly everything, more appear only beside open read transactions. */
export class SqliteReaders implements Driver, SqlConnection {
  readonly #file: string
  readonly #idle: SqliteConnection[] = []
  readonly #open = new Set<SqliteConnection>()
  readonly #waiting: ((connection: SqliteConnection) => void)[] = []
  #isClosed = false

  constructor(file: string) {
    this.#file = file
    this.#idle.push(this.#openOne())
  }

  /** The short way for prepared statements: an idle connection, used within this call. */
  execute<R>(query: SqlQuery): QueryResult<R> | Promise<QueryResult<R>> {
    const idle = this.#idle.at(-1)
    if (idle) return idle.execute<R>(query)
    return this.#executeLater(query)
  }

  async #executeLater<R>(query: SqlQuery): Promise<QueryResult<R>> {
    const leased = await this.acquireConnection()
    try {
      return await leased.sql.execute<R>(query)
    } finally {
      await this.releaseConnection(leased)
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedConnection> {
    if (this.#isClosed) throw new StoreError('store_unavailable', 'The store is closed.')
    const idle = this.#idle.pop()
    if (idle) return new LeasedConnection(idle)
    if (this.#open.size < MOST_OPEN) return new LeasedConnection(this.#openOne())
    return new LeasedConnection(await new Promise((resolve) => void this.#waiting.push(resolve)))
  }

  async releaseConnection(leased: LeasedConnection): Promise<void> {
    const connection = leased.sql as SqliteConnection
    // An open transaction would show its old moment to whoever comes next.
    if (connection.isInTransaction) connection.command('rollback')
    const next = this.#waiting.shift()
    if (next) next(connection)
    else if (this.#isClosed) this.#closeOne(connection)
    else this.#idle.push(connection)
  }

  async beginTransaction(leased: LeasedConnection): Promise<void> {
    command(leased, 'begin')
  }

  async commitTransaction(leased: LeasedConnection): Promise<void> {
    command(leased, 'commit')
  }

  async rollbackTransaction(leased: LeasedConnection): Promise<void> {
    command(leased, 'rollback')
  }

  async destroy(): Promise<void> {
    this.#isClosed = true
    for (const connection of this.#idle.splice(0)) this.#closeOne(connection)
  }

  #openOne(): SqliteConnection {
    const connection = new SqliteConnection(this.#file, 'read')
    this.#open.add(connection)
    return connection
  }

  #closeOne(connection: SqliteConnection): void {
    this.#open.delete(connection)
    connection.close()
  }
}

function command(leased: LeasedConnection, sql: string): void {
  ;(leased.sql as SqliteConnection).command(sql)
}
