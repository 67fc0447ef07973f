import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isStoreError, StoreError } from '../store-error.ts'
import { WriteScope } from '../write-scope.ts'
import type { BroadcastTopics } from '../broadcast-topics.ts'
import type { WriteOptions } from '../store.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { sqliteParts } from './sqlite-parts.ts'
import type { SqliteRoom } from './sqlite-room.ts'

const MOST_PER_COMMIT = 256
const LONGEST_BATCH_MS = 5

interface Job {
  inReserve: boolean
  run(): Promise<() => void>
  reject(error: unknown): void
}

/** The one writer: queued functions share a transaction, each in its own savepoint, and one durable commit. */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #topics: BroadcastTopics
  readonly #room: WriterRoom
  #queue: Job[] = []
  #draining: Promise<void> | undefined
  #isClosed = false

  constructor(connection: SqliteConnection, topics: BroadcastTopics, room: WriterRoom) {
    this.#connection = connection
    this.#room = room
    this.#topics = topics
  }

  write<T>(fn: (tx: Kysely<unknown>) => Promise<T>, options: WriteOptions & { limitMs: number }): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StoreError('store_unavailable', 'The store is closed.'))
    const refusal = this.#room.refusal(options)
    if (refusal !== null) return Promise.reject(refusal)
    const { limitMs, inReserve = false } = options
    // The batch runs in the context of whoever started it; the function must see its own caller's.
    const inContext = AsyncLocalStorage.snapshot()
    return new Promise<T>((resolve, reject) => {
      const run = () => inContext(() => this.#runInSavepoint(fn, limitMs))
      this.#queue.push({ inReserve, reject, run: async () => (await run()).settle(resolve, reject) })
      this.#draining ??= this.#drain()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#draining
    this.#connection.close()
  }

  async #drain(): Promise<void> {
    // Let every request of this turn of the event loop join the first batch.
    await nextTurn()
    while (this.#queue.length > 0) {
      await this.#runBatch()
      await nextTurn()
    }
    this.#draining = undefined
  }

  /** Answers, refusals included, leave only after the commit: a refusal may rest on what a neighbour wrote. */
  async #runBatch(): Promise<void> {
    const jobs: Job[] = []
    const answers: (() => void)[] = []
    try {
      const untilMs = performance.now() + LONGEST_BATCH_MS
      this.#connection.command('begin immediate')
      do {
        const job = this.#queue.shift()
        if (!job) break
        jobs.push(job)
        answers.push(await job.run())
        if (!this.#connection.isInTransaction) {
          throw new StoreError('store_unavailable', 'SQLite gave the whole transaction up.')
        }
      } while (jobs.length < MOST_PER_COMMIT && performance.now() < untilMs)
      this.#connection.command('commit')
    } catch (error) {
      this.#rollBack()
      this.#refuse(jobs.length === 0 ? this.#queue.splice(0) : jobs, this.#room.explain(error))
      return
    }
    for (const answer of answers) answer()
  }

  /** On a full disk those whose room is held in reserve are tried again with it. */
  #refuse(jobs: readonly Job[], error: unknown): void {
    const isFull = isStoreError(error, 'store_full') && this.#room.isShort()
    const isRoomMade = isFull && this.#room.makeRoom()
    for (const job of jobs) if (!isRoomMade || !job.inReserve) job.reject(unavailable(error))
    if (isRoomMade) this.#queue.unshift(...jobs.filter(({ inReserve }) => inReserve))
  }

  #rollBack(): void {
    try {
      if (this.#connection.isInTransaction) this.#connection.command('rollback')
    } catch {
      // The transaction stays open, so each later batch fails at its begin: refused, never half done.
    }
  }

  #isDiskFull(error: unknown): boolean {
    return isStoreError(this.#room.explain(error), 'store_full') && this.#room.isShort()
  }

  async #runInSavepoint<T>(fn: (tx: Kysely<unknown>) => Promise<T>, limitMs: number): Promise<Outcome<T>> {
    const connection = this.#connection
    connection.command('savepoint qd')
    try {
      const scope = new WriteScope(connection, sqliteParts)
      const value = await scope.run(fn, limitMs)
      if (connection.isInTransaction) connection.command('release qd')
      return {
        settle: (resolve) => () => {
          for (const { topic, payload } of scope.messages) this.#topics.deliver(topic, payload)
          resolve(value)
        },
      }
    } catch (error) {
      // SQLite gave the whole transaction up, or will at the commit: all of the batch hears why.
      if (!connection.isInTransaction || this.#isDiskFull(error)) throw error
      connection.command('rollback to qd')
      connection.command('release qd')
      return { settle: (_, reject) => () => reject(error) }
    }
  }
}

/** What the writer asks about the disk. */
export type WriterRoom = Pick<SqliteRoom, 'refusal' | 'explain' | 'isShort' | 'makeRoom'>

interface Outcome<T> {
  settle(resolve: (value: T) => void, reject: (error: unknown) => void): () => void
}

function unavailable(cause: unknown): StoreError {
  const isSaid = (['store_unavailable', 'store_full', 'store_damaged'] as const).some((code) =>
    isStoreError(cause, code),
  )
  if (isSaid) return cause as StoreError
  return new StoreError('store_unavailable', `The write was not committed: ${String(cause)}`, { cause })
}
