import type pg from 'pg'
import type { Kysely } from 'kysely'
import { StoreError } from '../store-error.ts'
import { WriteScope } from '../write-scope.ts'
import type { PostgresBroadcast } from './postgres-broadcast.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { translatePostgresError } from './postgres-error.ts'
import { postgresParts } from './postgres-parts.ts'
import type { DatabasePool } from './postgres-pool.ts'

type WriteFn<T> = (tx: Kysely<unknown>) => Promise<T>
type Messenger = Pick<PostgresBroadcast, 'sendWithin' | 'tellHere'>

/** One function, one READ COMMITTED transaction. A commit whose answer is lost rejects with `store_unavailable`. */
export async function writeOnPool<T>(
  { pool, broadcast }: { pool: DatabasePool; broadcast: Messenger },
  fn: WriteFn<T>,
  limitMs: number,
): Promise<T> {
  const client = await pool.connect()
  const session = { isBroken: false }
  try {
    return await writeOnClient(client, fn, { limitMs, broadcast })
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

/** A migration's write: no time limit, nobody to tell. */
export async function migrateOnClient<T>(client: pg.ClientBase, fn: WriteFn<T>): Promise<T> {
  await command(client, 'begin isolation level read committed read write')
  const value = await new WriteScope(new PostgresConnection(client), postgresParts).run(fn, 0)
  await commit(client)
  return value
}

/** Leaves the transaction open when it rejects. */
async function writeOnClient<T>(
  client: pg.ClientBase,
  fn: WriteFn<T>,
  { limitMs, broadcast }: { limitMs: number; broadcast: Messenger },
): Promise<T> {
  await command(client, 'begin isolation level read committed read write')
  const scope = new WriteScope(new PostgresConnection(client), postgresParts)
  const value = await scope.run(fn, limitMs)
  const { messages } = scope
  if (messages.length === 0) {
    await commit(client)
    return value
  }
  await translated(() => broadcast.sendWithin(client, messages))
  const state = { isCommitted: false }
  try {
    await commit(client)
    state.isCommitted = true
  } finally {
    broadcast.tellHere(messages, state.isCommitted)
  }
  return value
}

async function commit(client: pg.ClientBase): Promise<void> {
  const ended = await command(client, 'commit')
  if (ended !== 'COMMIT') throw new StoreError('store_unavailable', 'PostgreSQL rolled the write back.')
}

async function command(client: pg.ClientBase, sql: string): Promise<string> {
  return (await translated(() => client.query(sql))).command
}

async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw translatePostgresError(error)
  }
}
