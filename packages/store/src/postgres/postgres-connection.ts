import type pg from 'pg'
import type { QueryResult } from 'kysely'
import { checkParameters } from '../check-parameters.ts'
import type { SqlConnection, SqlQuery } from '../sql-connection.ts'
import { translatePostgresError } from './postgres-error.ts'
import type { DatabasePool } from './postgres-pool.ts'

/** One pg client, or the whole pool for statements that stand alone. */
export class PostgresConnection implements SqlConnection {
  readonly #client: pg.ClientBase | DatabasePool

  constructor(client: pg.ClientBase | DatabasePool) {
    this.#client = client
  }

  async execute<R>(query: SqlQuery): Promise<QueryResult<R>> {
    checkParameters(query.parameters)
    try {
      const { sql: text, name } = query
      const result = await this.#client.query({ text, name, values: [...query.parameters] })
      const rows = result.rows as R[]
      return result.rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(result.rowCount) }
    } catch (error) {
      throw translatePostgresError(error)
    }
  }
}
