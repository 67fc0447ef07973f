import type pg from 'pg'
import type { Kysely } from 'kysely'
import { StoreError } from '../store-error.ts'
import { WriteScope } from '../write-scope.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { translatePostgresError } from './postgres-error.ts'
import { postgresParts } from './postgres-parts.ts'
import { connect } from './postgres-pool.ts'

export interface WriteLimits {
  /** For `fn`; 0 = none. */
  limitMs: number
  /** Migrations may run for as long as they need. */
  hasStatementTimeout: boolean
}

/** One function, one READ COMMITTED transaction. A commit whose answer is lost rejects with `store_unavailable`. */
export async function writeOnPostgres<T>(
  pool: pg.Pool,
  fn: (tx: Kysely<unknown>) => Promise<T>,
  limits: WriteLimits,
): Promise<T> {
  const client = await connect(pool)
  let isBroken = false
  try {
    await command(client, 'begin isolation level read committed read write')
    if (!limits.hasStatementTimeout) await command(client, 'set local statement_timeout = 0')
    const value = await new WriteScope(new PostgresConnection(client), postgresParts).run(fn, limits.limitMs)
    const committed = await command(client, 'commit')
    if (committed !== 'COMMIT') throw new StoreError('store_unavailable', 'PostgreSQL rolled the write back.')
    return value
  } catch (error) {
    await command(client, 'rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

async function command(client: pg.PoolClient, sql: string): Promise<string> {
  try {
    return (await client.query(sql)).command
  } catch (error) {
    throw translatePostgresError(error)
  }
}
