import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clientConfig, cut } from './postgres-client.ts'

/** How often a beat goes out; a message's way back proves that all messages before it have arrived. */
const BEAT_EVERY_MS = 250
/** A beat that is not back by then has died with its connection. */
const GIVE_UP_MS = 1_200
/** Blackholed connections are tried again soon, so that a database that came back is found in less than 2 s. */
const CONNECT_MS = 1_200

export interface ListenerEvents {
  message(text: string): void
  /** A beat came back. */
  beat(): void
  /** At each look while a beat is away. */
  waiting(): void
  /** The connection is over; told once. */
  dropped(): void
}

/**
 * One connection that listens. Its beats are notifications to itself: the database queues all notifications
 * in the order of their commits, so a beat that came back leaves nothing older on its way.
 */
export class PostgresListener {
  readonly #client: pg.Client
  readonly #events: ListenerEvents
  readonly #beatChannel = `quarterdeck_${randomUUID().replaceAll('-', '')}`
  #timer: NodeJS.Timeout | undefined
  #awaited: { id: string; sentAtMs: number } | undefined
  #asOfMs = -Infinity
  #lookedAtMs = -Infinity
  #isOver = false

  constructor(databaseUrl: string, events: ListenerEvents) {
    this.#client = new pg.Client({
      ...clientConfig(databaseUrl),
      connectionTimeoutMillis: CONNECT_MS,
      fallback_application_name: 'quarterdeck listener',
    })
    this.#events = events
    this.#client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#beatChannel) this.#beatReturned(payload)
      else events.message(payload)
    })
    this.#client.on('error', () => this.#drop())
    this.#client.on('end', () => this.#drop())
  }

  /** Everything published before this monotonic time has arrived. */
  get asOfMs(): number {
    return this.#asOfMs
  }

  /** Connects and listens; whoever opens counts everything before as lost. */
  async open(channel: string): Promise<void> {
    const deadline = setTimeout(() => cut(this.#client), 2 * CONNECT_MS)
    try {
      await this.#client.connect()
      const askedAtMs = performance.now()
      // Nothing but beats runs here: their commits need no disk.
      await this.#client.query(`set synchronous_commit = off; listen ${channel}; listen ${this.#beatChannel}`)
      this.#asOfMs = askedAtMs
    } catch (error) {
      this.#isOver = true
      cut(this.#client)
      throw error
    } finally {
      clearTimeout(deadline)
    }
    this.#lookedAtMs = performance.now()
    this.#timer = setInterval(() => this.#look(), BEAT_EVERY_MS)
    this.#timer.unref()
  }

  /** Sends a beat unless one is on its way. */
  beat(): void {
    if (this.#awaited !== undefined || this.#isOver) return
    const id = randomUUID()
    this.#awaited = { id, sentAtMs: performance.now() }
    this.#client
      .query('select pg_notify($1, $2)', [this.#beatChannel, id])
      // Whatever the fault, the answer is a new connection.
      .catch(() => this.#drop())
  }

  async close(): Promise<void> {
    this.#isOver = true
    clearInterval(this.#timer)
    const goodbye = setTimeout(() => cut(this.#client), CONNECT_MS)
    await this.#client.end().catch(() => undefined)
    clearTimeout(goodbye)
  }

  #look(): void {
    const lateMs = performance.now() - this.#lookedAtMs - BEAT_EVERY_MS
    this.#lookedAtMs = performance.now()
    // We stood still ourselves: the beat may lie unread.
    if (lateMs > BEAT_EVERY_MS) return
    if (this.#awaited === undefined) return this.beat()
    if (performance.now() - this.#awaited.sentAtMs > GIVE_UP_MS) this.#drop()
    else this.#events.waiting()
  }

  #beatReturned(id: string): void {
    if (this.#awaited?.id !== id) return
    this.#asOfMs = this.#awaited.sentAtMs
    this.#awaited = undefined
    this.#events.beat()
  }

  #drop(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    cut(this.#client)
    this.#events.dropped()
  }
}
