import pg from 'pg'
import { StoreError } from '../store-error.ts'
import { translatePostgresError } from './postgres-error.ts'
import { clientConfig, cut } from './postgres-client.ts'
import { portableTypes } from './postgres-types.ts'

const MOST_OPEN = 10
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
/**
 * How long a transaction may stand open while its console says nothing. A read may wait for a disk. A write waits for nothing but
 * the database, and its locks hold up the writes of all nodes: a node that stands still in the middle loses it soon.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = { read: 30_000, write: 5_000 }
/** Longer than the server's own limit: it only ends waits on a connection that died silently. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000

type Waiter = PromiseWithResolvers<pg.PoolClient>

/** A pool whose broken connections never reach the process as an uncaught event, and that refuses at once while nobody answers. */
export class DatabasePool {
  readonly #make: () => pg.Pool
  readonly #clients = new Set<pg.ClientBase>()
  /** Those who wait for a connection. */
  readonly #waiting = new Set<Waiter>()
  /** Pools that were given up; each ends with its last connection. */
  readonly #ending = new Set<Promise<void>>()
  #pool: pg.Pool
  #isReachable = true

  constructor(databaseUrl: string, mode: 'read' | 'write') {
    this.#make = () => {
      const pool = new pg.Pool({
        ...clientConfig(databaseUrl),
        max: MOST_OPEN,
        types: portableTypes(),
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS[mode],
        query_timeout: ANSWER_TIMEOUT_MS,
        onConnect: (client) => {
          this.#watch(client)
          return client.query(`set default_transaction_read_only = ${mode === 'read' ? 'on' : 'off'}`)
        },
      })
      return pool.on('error', ignoreBroken)
    }
    this.#pool = this.#make()
  }

  /** Rejects with `store_unavailable` as soon as the database is known to be away. */
  async connect(): Promise<pg.PoolClient> {
    if (!this.#isReachable) throw unreachable()
    const waiter = Promise.withResolvers<pg.PoolClient>()
    this.#waiting.add(waiter)
    void this.#serve(waiter)
    return waiter.promise
  }

  /** One statement on any connection. */
  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect()
    try {
      const result = await client.query(config)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Told by whoever speaks with the database all the time. A silent one holds no caller: what waits for it is refused. */
  setReachable(isReachable: boolean): void {
    const wasReachable = this.#isReachable
    this.#isReachable = isReachable
    if (isReachable || !wasReachable) return
    this.#giveUp(this.#pool)
    this.#pool = this.#make()
  }

  async end(): Promise<void> {
    await Promise.all([this.#pool.end(), ...this.#ending])
  }

  async #serve(waiter: Waiter): Promise<void> {
    try {
      const client = await this.#pool.connect()
      // One that was refused meanwhile has no use for it.
      if (this.#waiting.delete(waiter)) waiter.resolve(client)
      else client.release()
    } catch (error) {
      this.#waiting.delete(waiter)
      waiter.reject(translatePostgresError(error))
    }
  }

  /** The pool would go on and try a connection for each of those who waited, who are refused here. */
  #giveUp(pool: pg.Pool): void {
    const ended = pool.end().finally(() => this.#ending.delete(ended))
    this.#ending.add(ended)
    for (const waiter of this.#waiting) waiter.reject(unreachable())
    this.#waiting.clear()
    // The goodbye to a database that does not answer would take for ever.
    for (const client of this.#clients) cut(client)
  }

  /** From its first statement on, so that a silent one can be cut; until it has ended, however it does. */
  #watch(client: pg.ClientBase): void {
    this.#clients.add(client)
    client.on('error', ignoreBroken)
    client.once('end', () => this.#clients.delete(client))
  }
}

function unreachable(): StoreError {
  return new StoreError('store_unavailable', 'PostgreSQL does not answer.')
}

/** The pool drops a broken connection by itself, and a query on it rejects with the same fault. */
function ignoreBroken(): void {}
