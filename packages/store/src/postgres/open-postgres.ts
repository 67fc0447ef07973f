import pg from 'pg'
import { Kysely } from 'kysely'
import { dialectOf } from '../kysely-parts.ts'
import { assertSchemaKnown, migrate } from '../migrate.ts'
import { createStatement, registerTarget } from '../statement.ts'
import type { StoreEngine } from '../store-engine.ts'
import { ConditionKeeper } from '../store-condition.ts'
import { isStoreError, StoreError } from '../store-error.ts'
import type { StoreOptions } from '../store.ts'
import { PostgresBroadcast } from './postgres-broadcast.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { translatePostgresError } from './postgres-error.ts'
import { postgresParts } from './postgres-parts.ts'
import { SCHEMA_LOCK, refuseMarked } from './clear-database.ts'
import { clientConfig } from './postgres-client.ts'
import { DatabasePool } from './postgres-pool.ts'
import { PostgresReaders } from './postgres-readers.ts'
import { portableTypes } from './postgres-types.ts'
import { migrateOnClient, writeOnPool } from './postgres-write.ts'

/** After a write that found no room. */
const FULL_FOR_MS = 5_000

type Options = StoreOptions & { databaseUrl: string }

/** Opens both pools and the listener; refuses servers that may lose what they acknowledged. */
export async function openPostgres(options: Options): Promise<StoreEngine> {
  const { databaseUrl } = options
  const readPool = new DatabasePool(databaseUrl, 'read')
  const writePool = new DatabasePool(databaseUrl, 'write')
  const onReachable = (isReachable: boolean) => {
    for (const pool of [readPool, writePool]) pool.setReachable(isReachable)
  }
  const broadcast = new PostgresBroadcast({ databaseUrl, sender: writePool, onReachable })
  const close = async () => {
    await broadcast.close()
    await Promise.all([readPool.end(), writePool.end()])
  }
  const engine = engineOf({ readPool, writePool, broadcast, close }, options)
  try {
    await assertDurable(writePool)
    if (options.readOnly !== true) await migrateLocked(options)
    await broadcast.open()
    // Once more where others see that we are here: a restore that began in between has not seen us.
    if (options.isRestoring !== true) await refuseMarkedOn(writePool)
    if (options.readOnly) await assertSchemaKnown(engine.read, options.migrations)
    return engine
  } catch (error) {
    await close()
    throw translatePostgresError(error)
  }
}

async function refuseMarkedOn(pool: DatabasePool): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseMarked(client)
  } finally {
    client.release()
  }
}

interface Parts {
  readPool: DatabasePool
  writePool: DatabasePool
  broadcast: PostgresBroadcast
  close(): Promise<void>
}

function engineOf({ readPool, writePool, broadcast, close }: Parts, options: Options): StoreEngine {
  const read = new Kysely<unknown>({ dialect: dialectOf(postgresParts, new PostgresReaders(readPool)) })
  const standalone = new PostgresConnection(readPool)
  registerTarget(read.getExecutor(), standalone)
  const condition = new ConditionKeeper(options.onCondition)
  let refusedMs = -Infinity
  return {
    dialect: 'postgres',
    read,
    broadcast,
    close,
    statement: (text) => createStatement('postgres', text),
    condition: () => condition.now,
    write: async (fn, { limitMs }) => {
      if (options.readOnly) throw new StoreError('store_misuse', 'This store was opened read-only.')
      try {
        const value = await writeOnPool({ pool: writePool, broadcast }, fn, limitMs)
        // Pages that are there already still take some rows: one write that finds room says little beside one that did not.
        if (performance.now() - refusedMs > FULL_FOR_MS) condition.setFull(false)
        return value
      } catch (error) {
        // Its room is the server's: nothing is held in reserve, and each write is tried.
        if (isStoreError(error, 'store_full')) {
          refusedMs = performance.now()
          condition.setFull(true)
        }
        throw error
      }
    },
    ping: async () => void (await standalone.execute({ sql: 'select 1', parameters: [] })),
  }
}

/** A server that may forget what it has acknowledged is no place for an audit log. */
async function assertDurable(pool: DatabasePool): Promise<void> {
  const connection = new PostgresConnection(pool)
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await connection.execute<{ value: string }>({
      sql: 'select current_setting($1) as value',
      parameters: [setting],
    })
    if (rows[0]?.value === 'off') {
      throw new StoreError('store_not_durable', `PostgreSQL runs with ${setting}=off: turn it on.`)
    }
  }
}

/** Lock and migrations live on a connection of their own: it has no time limits and ends with the process. */
async function migrateLocked(options: Options): Promise<void> {
  const client = new pg.Client({ ...clientConfig(options.databaseUrl), types: portableTypes() })
  // The running query rejects with the same fault.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    if (options.isRestoring !== true) await refuseMarked(client)
    await migrate('postgres', (fn) => migrateOnClient(client, fn), {
      migrations: options.migrations,
      place: 'the PostgreSQL server',
    })
  } finally {
    await client.end()
  }
}
