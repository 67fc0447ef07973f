import { ListenConnection } from './listen-connection.ts'
import { nextListenerState, startListening } from './listener-state.ts'
import type { ListenerEffect, ListenerEvent, ListenerState, ListenerStep } from './listener-state.ts'

export interface ListenerNews {
  message(text: string): void
  /** A beat came back: everything up to `asOfMs` has arrived. */
  beat(): void
  /** At each look while a beat is away. */
  waiting(): void
  /** The listening has begun, or begun again; it has ended; it could not be begun. */
  listening(): void
  lost(): void
  unreachable(): void
}

/** Listens, and goes on listening until it is closed: does what `nextListenerState` says, and nothing else. */
export class PostgresListener {
  readonly #databaseUrl: string
  readonly #channel: string
  readonly #news: ListenerNews
  readonly #waiting: ListenerEvent[] = []
  #state: ListenerState | undefined
  #connection: ListenConnection | undefined
  #timer: NodeJS.Timeout | undefined
  #opening: PromiseWithResolvers<void> | undefined
  #leaving: Promise<void> | undefined
  #lastError: unknown
  #isStepping = false

  constructor(databaseUrl: string, channel: string, news: ListenerNews) {
    this.#databaseUrl = databaseUrl
    this.#channel = channel
    this.#news = news
  }

  /** Everything published before this monotonic time has arrived. */
  get asOfMs(): number {
    return this.#connection?.asOfMs ?? -Infinity
  }

  /** The first connection must succeed; later ones are tried for ever. */
  async open(): Promise<void> {
    this.#opening = Promise.withResolvers<void>()
    this.#take(startListening())
    try {
      await this.#opening.promise
    } catch (error) {
      await this.close()
      throw error
    } finally {
      this.#opening = undefined
    }
  }

  /** Asks for news now instead of at the next look. */
  beat(): void {
    if (this.#state?.phase === 'listening') this.#connection?.beat()
  }

  async close(): Promise<void> {
    this.#on({ kind: 'stop' })
    await this.#leaving
  }

  /** Events that an effect brings about wait until all effects of the event before are done. */
  #on(event: ListenerEvent): void {
    this.#waiting.push(event)
    if (this.#isStepping) return
    this.#isStepping = true
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        if (this.#state !== undefined) this.#take(nextListenerState(this.#state, next, Math.random()))
      }
    } finally {
      this.#isStepping = false
    }
  }

  #take({ state, effects }: ListenerStep): void {
    this.#state = state
    for (const effect of effects) this.#do(effect)
  }

  #do(effect: ListenerEffect): void {
    switch (effect.act) {
      case 'open':
        return this.#open(effect.connection)
      case 'look':
        return this.#connection?.look()
      case 'cut':
        return this.#letGo()?.cut()
      case 'leave':
        this.#leaving = this.#letGo()?.leave()
        return undefined
      case 'timer':
        return this.#setTimer(effect.ms)
      case 'noTimer':
        clearTimeout(this.#timer)
        this.#timer = undefined
        return undefined
      case 'tell':
        return this.#tell(effect.news)
    }
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer)
    const timer = setTimeout(() => {
      // After a standstill of ours the answer may lie unread: it is read before the time counts as over.
      setImmediate(() => {
        if (this.#timer === timer) this.#on({ kind: 'timer' })
      })
    }, ms)
    timer.unref()
    this.#timer = timer
  }

  #open(connection: number): void {
    this.#connection = new ListenConnection(this.#databaseUrl, {
      message: (text) => this.#news.message(text),
      waiting: () => this.#news.waiting(),
      listens: () => this.#on({ kind: 'listens', connection }),
      beat: () => {
        this.#on({ kind: 'beat', connection })
        this.#news.beat()
      },
      over: (error) => {
        // The first reason is the reason; one that was let go of only says that it has ended.
        if (this.#connection !== undefined) this.#lastError = error
        this.#on({ kind: 'over', connection })
      },
    })
    void this.#connection.open(this.#channel)
  }

  #letGo(): ListenConnection | undefined {
    const connection = this.#connection
    this.#connection = undefined
    return connection
  }

  #tell(news: 'listening' | 'lost' | 'unreachable'): void {
    if (news === 'listening') this.#opening?.resolve()
    if (news === 'unreachable') this.#opening?.reject(this.#lastError ?? new Error('Connection timeout'))
    this.#news[news]()
  }
}
