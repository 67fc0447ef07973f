import { AsyncLocalStorage } from 'node:async_hooks'
import { DefaultQueryExecutor, DummyDriver, Kysely } from 'kysely'
import type { QueryResult } from 'kysely'
import { checkMessage } from './broadcast-topics.ts'
import { dialectOf } from './kysely-parts.ts'
import type { KyselyParts } from './kysely-parts.ts'
import { LeasedConnection } from './leased-connection.ts'
import type { SqlConnection, SqlQuery } from './sql-connection.ts'
import { registerTarget, targetOf } from './statement.ts'
import { StoreError } from './store-error.ts'
import type { StatementTarget } from './store.ts'

const current = new AsyncLocalStorage<WriteScope>()

/** A nested write would wait for itself on SQLite and lock against itself on PostgreSQL. */
export function assertNotInsideWrite(): void {
  if (current.getStore()?.isOpen) {
    throw new StoreError('store_misuse', 'write() inside a write function: use its tx instead.')
  }
}

/** Told to every process once the write has committed. */
export interface WriteMessage {
  topic: string
  payload: string
}

/** As part of a write: the message travels if and when it commits, and listeners here have run before it resolves. */
export function publishWith(tx: StatementTarget, topic: string, payload: string): void {
  checkMessage(topic, payload)
  writeScopeOf(tx).messages.push({ topic, payload })
}

/** The write behind a `tx`; refuses anything else. */
function writeScopeOf(tx: StatementTarget): WriteScope {
  const scope = targetOf(tx)
  if (scope instanceof WriteScope && scope.isOpen) return scope
  throw new StoreError('store_misuse', 'publishWith() needs the tx of a write that is under way.')
}

/** The `tx` of one write: dies with it, and remembers a failed statement even if the function swallowed it. */
export class WriteScope implements SqlConnection {
  readonly tx: Kysely<unknown>
  readonly messages: WriteMessage[] = []
  readonly #connection: SqlConnection
  #isOpen = true
  #failure: { error: unknown } | undefined

  constructor(connection: SqlConnection, parts: KyselyParts) {
    this.#connection = connection
    const leased = new LeasedConnection(this)
    const executor = new DefaultQueryExecutor(parts.compiler, parts.adapter, {
      provideConnection: (consumer) => consumer(leased),
    })
    const driver = new NestingDriver()
    const dialect = dialectOf(parts, driver)
    this.tx = new Kysely<unknown>({ config: { dialect }, dialect, driver, executor })
    registerTarget(executor, this)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  execute<R>(query: SqlQuery): QueryResult<R> | Promise<QueryResult<R>> {
    if (!this.#isOpen) throw new StoreError('store_misuse', 'tx was used after its write had ended.')
    try {
      const result = this.#connection.execute<R>(query)
      return result instanceof Promise ? result.catch((error: unknown) => this.#fail(error)) : result
    } catch (error) {
      return this.#fail(error)
    }
  }

  /** Runs the function; rejects when it throws, when any statement failed, or after `limitMs` (0 = no limit). */
  async run<T>(fn: (tx: Kysely<unknown>) => Promise<T>, limitMs: number): Promise<T> {
    try {
      const value = await withinLimit(() => current.run(this, () => fn(this.tx)), limitMs)
      // PostgreSQL aborts the whole transaction at a failed statement; SQLite must not differ.
      if (this.#failure) throw this.#failure.error
      return value
    } finally {
      this.#isOpen = false
    }
  }

  #fail(error: unknown): never {
    this.#failure ??= { error }
    throw error
  }
}

class NestingDriver extends DummyDriver {
  override beginTransaction(): Promise<void> {
    return Promise.reject(new StoreError('store_misuse', 'A write is one transaction already.'))
  }
}

async function withinLimit<T>(start: () => Promise<T>, limitMs: number): Promise<T> {
  if (limitMs === 0) return start()
  const startedMs = performance.now()
  const work = start()
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const tooLong = () =>
    new StoreError('store_write_too_long', `A write took longer than ${limitMs} ms: await only its tx.`)
  const timer = setTimeout(() => reject(tooLong()), limitMs)
  try {
    const value = await Promise.race([work, expired])
    if (performance.now() - startedMs > limitMs) throw tooLong()
    return value
  } finally {
    clearTimeout(timer)
    // The function goes on in the background with a dead tx: its late failure has been answered already.
    work.catch(() => undefined)
  }
}
