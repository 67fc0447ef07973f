import type { QueryResult } from 'kysely'

export interface SqlQuery {
  sql: string
  parameters: readonly unknown[]
  /** Name of the server-side prepared statement, where the dialect has such. */
  name?: string
}

/** One physical connection. SQLite answers at once, PostgreSQL later; hot paths avoid a needless promise. */
export interface SqlConnection {
  execute<R>(query: SqlQuery): QueryResult<R> | Promise<QueryResult<R>>
}
