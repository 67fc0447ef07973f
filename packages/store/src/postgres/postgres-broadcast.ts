import { randomUUID } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import type pg from 'pg'
import { BroadcastTopics, checkMessage } from '../broadcast-topics.ts'
import { StoreError } from '../store-error.ts'
import type { Broadcast } from '../store.ts'
import { publishWith } from '../write-scope.ts'
import type { WriteMessage } from '../write-scope.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { PostgresListener } from './postgres-listener.ts'
import type { DatabasePool } from './postgres-pool.ts'

const CHANNEL = 'quarterdeck'
/** So old may be what we know of the others' messages before somebody has to wait for news. */
const MOST_SILENCE_MS = 800
const CATCH_UP_MS = 2_000

export interface BroadcastOptions {
  databaseUrl: string
  sender: DatabasePool
  /** Whether the database can be reached, told at each change. */
  onReachable(isReachable: boolean): void
}

/** LISTEN and NOTIFY, the listening on a connection of its own that comes back by itself. */
export class PostgresBroadcast implements Broadcast {
  readonly #topics = new BroadcastTopics()
  /** Tells our own notifications, delivered already, from those of other processes. */
  readonly #origin = randomUUID()
  readonly #options: BroadcastOptions
  readonly #sender: PostgresConnection
  readonly #waiting = new Set<{ sinceMs: number; settle(error?: StoreError): void }>()
  readonly #listener: PostgresListener
  #isSilent = false
  /** The last try to connect failed. */
  #isDown = false
  #isClosed = false

  constructor(options: BroadcastOptions) {
    this.#options = options
    this.#sender = new PostgresConnection(options.sender)
    this.#listener = new PostgresListener(options.databaseUrl, CHANNEL, {
      message: (text) => this.#receive(text),
      beat: () => this.#beatReturned(),
      waiting: () => this.#noteSilence(),
      listening: () => this.#listens(),
      lost: () => this.#topics.lose(),
      unreachable: () => this.#unreachable(),
    })
  }

  async publish(topic: string, payload: string): Promise<void> {
    checkMessage(topic, payload)
    // Our own caches first: once publish has resolved, this process must not answer from the old state.
    this.#topics.deliver(topic, payload)
    const message = JSON.stringify([this.#origin, topic, payload])
    await this.#sender.execute({ sql: 'select pg_notify($1, $2)', parameters: [CHANNEL, message] })
  }

  readonly publishWith = publishWith

  /** Within the transaction: the messages travel if and when it commits, also if we die right after. */
  async sendWithin(client: pg.ClientBase, messages: readonly WriteMessage[]): Promise<void> {
    const texts = messages.map(({ topic, payload }) => JSON.stringify([this.#origin, topic, payload]))
    await client.query('select pg_notify($1, text) from unnest($2::text[]) text', [CHANNEL, texts])
  }

  /** After the commit; when its answer was lost, nobody knows whether there is something to tell. */
  tellHere(messages: readonly WriteMessage[], isCommitted: boolean): void {
    if (!isCommitted) this.#topics.lose()
    else for (const { topic, payload } of messages) this.#topics.deliver(topic, payload)
  }

  subscribe(topic: string, listener: (payload: string) => void): () => void {
    return this.#topics.subscribe(topic, listener)
  }

  onLost(listener: () => void): () => void {
    return this.#topics.onLost(listener)
  }

  caughtUp(): void | Promise<void> {
    const sinceMs = performance.now() - MOST_SILENCE_MS
    if (this.#listener.asOfMs >= sinceMs) return undefined
    if (this.#isDown || this.#isClosed) return Promise.reject(unreachable())
    this.#listener.beat()
    return this.#waitSince(sinceMs)
  }

  /** The first connection must succeed; later ones are tried for ever. */
  async open(): Promise<void> {
    await this.#listener.open()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#refuseWaiting()
    await this.#listener.close()
  }

  #waitSince(sinceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.settle(unreachable()), CATCH_UP_MS)
      const waiter = {
        sinceMs,
        settle: (error?: StoreError) => {
          clearTimeout(timer)
          this.#waiting.delete(waiter)
          if (error) reject(error)
          else resolve()
        },
      }
      this.#waiting.add(waiter)
    })
  }

  #beatReturned(): void {
    this.#isSilent = false
    const { asOfMs } = this.#listener
    for (const waiter of Array.from(this.#waiting)) if (waiter.sinceMs <= asOfMs) waiter.settle()
    // The beat of before a standstill came back: those who wait need a new one.
    if (this.#waiting.size > 0) this.#listener.beat()
  }

  #noteSilence(): void {
    if (this.#isSilent || performance.now() - this.#listener.asOfMs <= MOST_SILENCE_MS) return
    this.#isSilent = true
    this.#topics.lose()
  }

  #listens(): void {
    this.#isDown = false
    this.#options.onReachable(true)
    this.#beatReturned()
    // What a cache read while nobody listened may have changed since.
    this.#topics.lose()
  }

  #unreachable(): void {
    this.#isDown = true
    this.#options.onReachable(false)
    this.#refuseWaiting()
    this.#topics.lose()
  }

  #refuseWaiting(): void {
    for (const waiter of Array.from(this.#waiting)) waiter.settle(unreachable())
  }

  #receive(message: string): void {
    const decoded = decodeMessage(message)
    if (!decoded) this.#topics.lose()
    else if (decoded.origin !== this.#origin) this.#topics.deliver(decoded.topic, decoded.payload)
  }
}

interface Message {
  origin: string
  topic: string
  payload: string
}

/** Anyone on the database may notify our channel, so the text is foreign. */
function decodeMessage(message: string): Message | undefined {
  let decoded: unknown
  try {
    decoded = parseJsonText(message)
  } catch {
    return undefined
  }
  if (!Array.isArray(decoded)) return undefined
  const [origin, topic, payload] = decoded as unknown[]
  if (typeof origin !== 'string' || typeof topic !== 'string' || typeof payload !== 'string') return undefined
  return { origin, topic, payload }
}

function unreachable(): StoreError {
  return new StoreError('store_unavailable', 'PostgreSQL does not answer.')
}
