import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { LOOK_EVERY_MS } from './listener-state.ts'
import { clientConfig, cut } from './postgres-client.ts'

/** A beat that is not back by then has died with its connection. */
const GIVE_UP_MS = 1_200
/** The goodbye to a database that does not answer would take for ever. */
const GOODBYE_MS = 1_200

export interface ConnectionEvents {
  message(text: string): void
  /** It listens: everything before counts as lost. */
  listens(): void
  /** A beat came back. */
  beat(): void
  /** At each look while a beat is away. */
  waiting(): void
  /** The connection is of no more use; possibly told several times. */
  over(error: unknown): void
}

/**
 * One connection that listens, and does nothing by itself when it is over. Its beats are notifications to itself: the
 * database queues all notifications in the order of their commits, so a beat that came back leaves nothing older on its way.
 */
export class ListenConnection {
  readonly #client: pg.Client
  readonly #events: ConnectionEvents
  readonly #beatChannel = `quarterdeck_${randomUUID().replaceAll('-', '')}`
  #awaited: { id: string; sentAtMs: number } | undefined
  #asOfMs = -Infinity
  #lookedAtMs = -Infinity

  constructor(databaseUrl: string, events: ConnectionEvents) {
    this.#client = new pg.Client({
      ...clientConfig(databaseUrl),
      // Whoever opens it sets the limit.
      connectionTimeoutMillis: 0,
      fallback_application_name: 'quarterdeck listener',
    })
    this.#events = events
    this.#client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#beatChannel) this.#beatReturned(payload)
      else events.message(payload)
    })
    this.#client.on('error', (error) => events.over(error))
    this.#client.on('end', () => events.over(new Error('Connection ended')))
  }

  /** Everything published before this monotonic time has arrived. */
  get asOfMs(): number {
    return this.#asOfMs
  }

  /** Connects and listens; both ends are told as events. */
  async open(channel: string): Promise<void> {
    try {
      await this.#client.connect()
      const askedAtMs = performance.now()
      // Nothing but beats runs here: their commits need no disk.
      await this.#client.query(`set synchronous_commit = off; listen ${channel}; listen ${this.#beatChannel}`)
      this.#asOfMs = askedAtMs
    } catch (error) {
      return this.#events.over(error)
    }
    this.#lookedAtMs = performance.now()
    this.#events.listens()
  }

  /** Sends a beat unless one is on its way. */
  beat(): void {
    if (this.#awaited !== undefined) return
    const id = randomUUID()
    this.#awaited = { id, sentAtMs: performance.now() }
    this.#client
      .query('select pg_notify($1, $2)', [this.#beatChannel, id])
      // Whatever the fault, the answer is a new connection.
      .catch((error: unknown) => this.#events.over(error))
  }

  /** Wanted every `LOOK_EVERY_MS`. */
  look(): void {
    const lateMs = performance.now() - this.#lookedAtMs - LOOK_EVERY_MS
    this.#lookedAtMs = performance.now()
    // We stood still ourselves: the beat may lie unread.
    if (lateMs > LOOK_EVERY_MS) return
    if (this.#awaited === undefined) return this.beat()
    if (performance.now() - this.#awaited.sentAtMs > GIVE_UP_MS)
      this.#events.over(new Error('Connection is silent'))
    else this.#events.waiting()
  }

  /** Ends it without waiting for the other side. */
  cut(): void {
    cut(this.#client)
  }

  /** Ends it with a goodbye. */
  async leave(): Promise<void> {
    const impatience = setTimeout(() => cut(this.#client), GOODBYE_MS)
    await this.#client.end().catch(() => undefined)
    clearTimeout(impatience)
  }

  #beatReturned(id: string): void {
    if (this.#awaited?.id !== id) return
    this.#asOfMs = this.#awaited.sentAtMs
    this.#awaited = undefined
    this.#events.beat()
  }
}
