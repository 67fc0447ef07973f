import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { BroadcastTopics, checkMessage } from '../broadcast-topics.ts'
import type { Broadcast } from '../store.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { clientConfig } from './postgres-pool.ts'

const CHANNEL = 'quarterdeck'
const FIRST_RETRY_MS = 50
/** Also the longest a cache may live on while no notification can arrive. */
const LONGEST_RETRY_MS = 1_000
const HEARTBEAT_MS = 1_000
const HEARTBEAT_ANSWER_MS = 2_000

/** LISTEN and NOTIFY, the listening on a connection of its own that comes back by itself. */
export class PostgresBroadcast implements Broadcast {
  readonly #topics = new BroadcastTopics()
  /** Tells our own notifications, delivered already, from those of other processes. */
  readonly #origin = randomUUID()
  readonly #databaseUrl: string
  readonly #sender: PostgresConnection
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #retryMs = FIRST_RETRY_MS
  #isClosed = false

  constructor(databaseUrl: string, sender: pg.Pool) {
    this.#databaseUrl = databaseUrl
    this.#sender = new PostgresConnection(sender)
  }

  async publish(topic: string, payload: string): Promise<void> {
    checkMessage(topic, payload)
    // Our own caches first: once publish has resolved, this process must not answer from the old state.
    this.#topics.deliver(topic, payload)
    const message = JSON.stringify([this.#origin, topic, payload])
    await this.#sender.execute({ sql: 'select pg_notify($1, $2)', parameters: [CHANNEL, message] })
  }

  subscribe(topic: string, listener: (payload: string) => void): () => void {
    return this.#topics.subscribe(topic, listener)
  }

  onLost(listener: () => void): () => void {
    return this.#topics.onLost(listener)
  }

  /** The first connection must succeed; later ones are retried for ever. */
  async open(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(this.#databaseUrl), query_timeout: HEARTBEAT_ANSWER_MS })
    client.on('notification', (message) => this.#receive(message.payload ?? ''))
    client.on('error', () => this.#drop(client))
    client.on('end', () => this.#drop(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      end(client)
      throw error
    }
    if (this.#isClosed) return end(client)
    this.#client = client
    this.#retryMs = FIRST_RETRY_MS
    this.#schedule(HEARTBEAT_MS, () => this.#beat(client))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  #receive(message: string): void {
    const decoded = decodeMessage(message)
    if (!decoded) this.#topics.lose()
    else if (decoded.origin !== this.#origin) this.#topics.deliver(decoded.topic, decoded.payload)
  }

  #schedule(delayMs: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void work(), delayMs)
    this.#timer.unref()
  }

  /** A connection that died without a word shows only when spoken to. */
  async #beat(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1')
      if (this.#client === client) this.#schedule(HEARTBEAT_MS, () => this.#beat(client))
    } catch {
      // Whatever the fault, the answer is a new connection.
      this.#drop(client)
    }
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client || this.#isClosed) return
    this.#client = undefined
    end(client)
    this.#topics.lose()
    this.#schedule(this.#retryMs, () => this.#reopen())
  }

  async #reopen(): Promise<void> {
    try {
      await this.open()
    } catch {
      if (this.#isClosed) return
      // Still down: the lost call below empties the caches once more, then the next try follows.
      this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS)
      this.#schedule(this.#retryMs, () => this.#reopen())
    }
    // Also after success: what a cache read while nobody listened may have changed since.
    this.#topics.lose()
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
    decoded = JSON.parse(message)
  } catch {
    return undefined
  }
  if (!Array.isArray(decoded)) return undefined
  const [origin, topic, payload] = decoded as unknown[]
  if (typeof origin !== 'string' || typeof topic !== 'string' || typeof payload !== 'string') return undefined
  return { origin, topic, payload }
}

/** The connection is given up: how its goodbye ends is of no interest. */
function end(client: pg.Client): void {
  client.end().catch(() => undefined)
}
