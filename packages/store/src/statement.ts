import { CompiledQuery } from 'kysely'
import type { QueryExecutor, QueryResult } from 'kysely'
import type { SqlConnection, SqlQuery } from './sql-connection.ts'
import type { Dialect, Statement, StatementTarget, StatementText } from './store.ts'

const targets = new WeakMap<QueryExecutor, SqlConnection>()
const names = new Map<string, string>()

/** Gives the Kysely instances on this executor a short way to their connection. */
export function registerTarget(executor: QueryExecutor, connection: SqlConnection): void {
  targets.set(executor, connection)
}

/** The connection behind a Kysely instance of ours. */
export function targetOf(target: StatementTarget): SqlConnection | undefined {
  return targets.get(target.getExecutor())
}

export function createStatement<P extends readonly unknown[], R>(
  dialect: Dialect,
  text: StatementText,
): Statement<P, R> {
  const sql = text[dialect]
  const name = nameOf(sql)
  const rowsOf = async (target: StatementTarget, parameters: P): Promise<R[]> =>
    (await executeOn<R>(target.getExecutor(), { sql, parameters, name })).rows
  return {
    run: async (target, parameters) => {
      await executeOn(target.getExecutor(), { sql, parameters, name })
    },
    get: async (target, parameters) => (await rowsOf(target, parameters))[0],
    all: rowsOf,
  }
}

function executeOn<R>(executor: QueryExecutor, query: SqlQuery): QueryResult<R> | Promise<QueryResult<R>> {
  const connection = targets.get(executor)
  if (connection) return connection.execute<R>(query)
  return executor.executeQuery<R>(CompiledQuery.raw(query.sql, [...query.parameters]))
}

/** Equal texts share one server-side statement per connection. */
function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known) return known
  const name = `qd_${names.size + 1}`
  names.set(sql, name)
  return name
}
