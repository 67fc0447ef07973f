import { randomUUID } from 'node:crypto'
import type { Store } from '@qd/store'
import type { GameServerTables, WriteRow } from '../tables.ts'

/** A write on its way to a game server. */
export interface SentWrite {
  idempotencyKey: string
  method: string
  /** As it is signed. */
  path: string
  bodySha256: string
}

/** Writes to one server that a node keeps at most; the oldest make room. */
const MOST_OF_SERVER = 20_000
const BATCH = 200

interface Waiting {
  row: WriteRow
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Notes what is sent to game servers, so that any node can say later whether it was sent. What comes while rows are
 * being written goes into the next statement: a bulk edit pays for one row in hundreds.
 */
export class WriteNotes {
  readonly #store: Store<GameServerTables>
  readonly #nowMs: () => number
  readonly #most: number
  readonly #node = randomUUID()
  readonly #slots = new Map<string, number>()
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(store: Store<GameServerTables>, nowMs: () => number, most = MOST_OF_SERVER) {
    this.#store = store
    this.#nowMs = nowMs
    this.#most = most
  }

  /** Resolves once it is kept; a write that is not kept must not be sent. */
  note(serverKey: string, write: SentWrite): Promise<void> {
    const slot = this.#slots.get(serverKey) ?? 0
    this.#slots.set(serverKey, (slot + 1) % this.#most)
    const row = {
      server_key: serverKey,
      node: this.#node,
      slot,
      idempotency_key: write.idempotencyKey,
      method: write.method,
      path: write.path,
      body_sha256: write.bodySha256,
      sent_at: this.#nowMs(),
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ row, resolve, reject })
    if (!this.#isWriting) void this.#writeAll()
    return promise
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      try {
        await this.#write(batch.map(({ row }) => row))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }

  async #write(rows: WriteRow[]): Promise<void> {
    await this.#store.write((tx) =>
      tx
        .insertInto('game_server_write')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['server_key', 'node', 'slot']).doUpdateSet((eb) => ({
            idempotency_key: eb.ref('excluded.idempotency_key'),
            method: eb.ref('excluded.method'),
            path: eb.ref('excluded.path'),
            body_sha256: eb.ref('excluded.body_sha256'),
            sent_at: eb.ref('excluded.sent_at'),
          })),
        )
        .execute(),
    )
  }
}
