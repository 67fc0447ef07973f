import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { checkParameters } from '../check-parameters.ts'
import type { SqlConnection, SqlQuery } from '../sql-connection.ts'
import { isStoreError } from '../store-error.ts'
import { translateSqliteError } from './sqlite-error.ts'

const BUSY_TIMEOUT_MS = 5_000
const MOST_STATEMENTS = 500

interface CachedStatement {
  statement: StatementSync
  isReader: boolean
}

/** One node:sqlite connection with our pragmas and its prepared statements. */
export class SqliteConnection implements SqlConnection {
  readonly #db: DatabaseSync
  readonly #onDamage: (damage: string) => void
  readonly #statements = new Map<string, CachedStatement>()

  constructor(file: string, mode: 'read' | 'write', onDamage: (damage: string) => void = () => undefined) {
    this.#onDamage = onDamage
    try {
      this.#db = new DatabaseSync(file, { readOnly: mode === 'read', timeout: BUSY_TIMEOUT_MS })
      if (mode === 'write') this.#db.exec('pragma journal_mode = wal; pragma synchronous = full')
      else this.#db.exec('pragma query_only = on')
      this.#db.exec(
        'pragma foreign_keys = on; pragma mmap_size = 0; pragma trusted_schema = off; pragma temp_store = memory; pragma cache_size = -16000',
      )
    } catch (error) {
      throw this.#meaningOf(error)
    }
  }

  /** False after an error that made SQLite drop the whole transaction by itself. */
  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  execute<R>(query: SqlQuery): QueryResult<R> {
    checkParameters(query.parameters)
    const parameters = query.parameters as readonly SQLInputValue[]
    try {
      const { statement, isReader } = this.#prepare(query.sql)
      if (isReader) return { rows: statement.all(...parameters) as R[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
    } catch (error) {
      throw this.#meaningOf(error)
    }
  }

  /** For the transaction words: no parameters, no rows. */
  command(sql: string): void {
    try {
      this.#prepare(sql).statement.run()
    } catch (error) {
      throw this.#meaningOf(error)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #meaningOf(error: unknown): unknown {
    const meaning = translateSqliteError(error)
    if (isStoreError(meaning, 'store_damaged')) this.#onDamage(meaning.message)
    return meaning
  }

  #prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    if (this.#statements.size >= MOST_STATEMENTS) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    const statement = this.#db.prepare(sql)
    const prepared = { statement, isReader: statement.columns().length > 0 }
    this.#statements.set(sql, prepared)
    return prepared
  }
}
