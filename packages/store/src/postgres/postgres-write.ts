import type pg from 'pg'
import type { Kysely } from 'kysely'
import { StoreError } from '../store-error.ts'
import { WriteScope } from '../write-scope.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { translatePostgresError } from './postgres-error.ts'
import { postgresParts } from './postgres-parts.ts'
import { connect } from './postgres-pool.ts'

type WriteFn<T> = (tx: Kysely<unknown>) => Promise<T>

/** One function, one READ COMMITTED transaction. A commit whose answer is lost rejects with `store_unavailable`. */
export async function writeOnPool<T>(pool: pg.Pool, fn: WriteFn<T>, limitMs: number): Promise<T> {
  const client = await connect(pool)
  const session = { isBroken: false }
  try {
    return await writeOnClient(client, fn, limitMs)
  } catch (error) {
    // Whatever state the session is in, an open transaction must not reach its next user.
    await command(client, 'rollback').catch(() => {
      session.isBroken = true
    })
    throw error
  } finally {
    client.release(session.isBroken)
  }
}

/** Leaves the transaction open when it rejects. */
export async function writeOnClient<T>(client: pg.ClientBase, fn: WriteFn<T>, limitMs: number): Promise<T> {
  await command(client, 'begin isolation level read committed read write')
  const value = await new WriteScope(new PostgresConnection(client), postgresParts).run(fn, limitMs)
  const ended = await command(client, 'commit')
  if (ended !== 'COMMIT') throw new StoreError('store_unavailable', 'PostgreSQL rolled the write back.')
  return value
}

async function command(client: pg.ClientBase, sql: string): Promise<string> {
  try {
    return (await client.query(sql)).command
  } catch (error) {
    throw translatePostgresError(error)
  }
}
