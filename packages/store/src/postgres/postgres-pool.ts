import pg from 'pg'
import { StoreError } from '../store-error.ts'
import { translatePostgresError } from './postgres-error.ts'
import { clientConfig, cut } from './postgres-client.ts'
import { portableTypes } from './postgres-types.ts'

const MOST_OPEN = 10
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
/** Longer than the server's own limit: it only ends waits on a connection that died silently. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000

/** A pool whose broken connections never reach the process as an uncaught event, and that refuses at once while nobody answers. */
export class DatabasePool {
  readonly #pool: pg.Pool
  readonly #clients = new Set<pg.PoolClient>()
  #isReachable = true

  constructor(databaseUrl: string, mode: 'read' | 'write') {
    this.#pool = new pg.Pool({
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
    this.#pool.on('error', ignoreBroken)
    this.#pool.on('connect', (client) => {
      this.#clients.add(client)
      client.on('error', ignoreBroken)
    })
    this.#pool.on('remove', (client) => void this.#clients.delete(client as pg.PoolClient))
  }

  async connect(): Promise<pg.PoolClient> {
    this.#assertReachable()
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw translatePostgresError(error)
    }
  }

  /** One statement on any connection. */
  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#assertReachable()
    return this.#pool.query(config)
  }

  /** Told by whoever speaks with the database all the time. A silent one holds no caller: what waits for it is refused. */
  setReachable(isReachable: boolean): void {
    this.#isReachable = isReachable
    if (!isReachable) for (const client of this.#clients) cut(client)
  }

  async end(): Promise<void> {
    // The goodbye to a database that does not answer would take for ever.
    if (!this.#isReachable) for (const client of this.#clients) cut(client)
    await this.#pool.end()
  }

  #assertReachable(): void {
    if (!this.#isReachable) throw new StoreError('store_unavailable', 'PostgreSQL does not answer.')
  }
}

/** The pool drops a broken connection by itself, and a query on it rejects with the same fault. */
function ignoreBroken(): void {}
