import type pg from 'pg'
import type { Driver } from 'kysely'
import { LeasedConnection } from '../leased-connection.ts'
import { PostgresConnection } from './postgres-connection.ts'
import type { DatabasePool } from './postgres-pool.ts'

class LeasedClient extends LeasedConnection {
  readonly client: pg.PoolClient
  #isBroken = false

  constructor(client: pg.PoolClient) {
    super(new PostgresConnection(client))
    this.client = client
  }

  /** A transaction word that failed leaves the session in an unknown state: it must not be used again. */
  async command(sql: string): Promise<void> {
    try {
      await this.sql.execute({ sql, parameters: [] })
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.client.release(this.#isBroken)
  }
}

/** Kysely's way to the read pool; a read transaction sees one moment, as on SQLite. */
export class PostgresReaders implements Driver {
  readonly #pool: DatabasePool

  constructor(pool: DatabasePool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedClient> {
    return new LeasedClient(await this.#pool.connect())
  }

  async beginTransaction(leased: LeasedClient): Promise<void> {
    await leased.command('begin isolation level repeatable read read only')
  }

  async commitTransaction(leased: LeasedClient): Promise<void> {
    await leased.command('commit')
  }

  async rollbackTransaction(leased: LeasedClient): Promise<void> {
    await leased.command('rollback')
  }

  async releaseConnection(leased: LeasedClient): Promise<void> {
    leased.release()
  }

  async destroy(): Promise<void> {}
}
