import pg from 'pg'
import { translatePostgresError } from './postgres-error.ts'
import { portableTypes } from './postgres-types.ts'

const MOST_OPEN = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
/** Longer than the server's own limit: it only ends waits on a connection that died silently. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000

/** What every connection of ours has in common. */
export function clientConfig(databaseUrl: string): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    fallback_application_name: 'quarterdeck',
  }
}

/** A pool whose broken connections never reach the process as an uncaught event. */
export function createPool(databaseUrl: string, mode: 'read' | 'write'): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(databaseUrl),
    max: MOST_OPEN,
    types: portableTypes(),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    onConnect: (client) =>
      mode === 'read'
        ? client.query('set default_transaction_read_only = on')
        : client.query('set default_transaction_read_only = off'),
  })
  pool.on('error', ignoreBroken)
  pool.on('connect', (client) => void client.on('error', ignoreBroken))
  return pool
}

/** The pool drops a broken connection by itself, and a query on it rejects with the same fault. */
function ignoreBroken(): void {}

export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw translatePostgresError(error)
  }
}
