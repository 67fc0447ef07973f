import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { SqlConnection } from './sql-connection.ts'
import { StoreError } from './store-error.ts'

/** Kysely's view of one of our connections. */
export class LeasedConnection implements DatabaseConnection {
  readonly sql: SqlConnection

  constructor(sql: SqlConnection) {
    this.sql = sql
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.sql.execute<R>(query)
  }

  // eslint-disable-next-line require-yield -- the interface demands a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new StoreError('store_misuse', 'Streams pin a connection: read in pages by key.')
  }
}
