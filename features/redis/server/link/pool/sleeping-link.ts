import type {
  Admit,
  Arg,
  LinkState,
  OwnLink,
  OwnOptions,
  RedisLink,
  Reply,
  SendOptions,
  SentinelReply,
} from '../redis-link.ts'

export interface SleepingOptions {
  readonly db: number
  /** Opens the link; again after it slept. */
  open: () => Promise<RedisLink>
  nowMs: () => number
  /** Throws where there is no room for one more connection. */
  assertRoom: () => void
}

/**
 * A link that sleeps while nobody uses it: whoever holds it notices no more than a slower first command. It ends for good
 * with the session, the rights or the connection.
 */
export class SleepingLink implements RedisLink {
  readonly db: number
  readonly #options: SleepingOptions
  readonly #listeners = new Set<(state: LinkState) => void>()
  readonly #owned = new Set<RedisLink>()
  #opening: Promise<RedisLink> | null = null
  #awake: RedisLink | null = null
  #known: Pick<RedisLink, 'version' | 'isCluster' | 'isClusterNode'> & { masters: readonly string[] } = {
    version: '',
    isCluster: false,
    isClusterNode: false,
    masters: [],
  }
  #isLost = false
  #end: Error | null = null
  #inFlight = 0
  #usedMs: number

  constructor(options: SleepingOptions) {
    this.#options = options
    this.db = options.db
    this.#usedMs = options.nowMs()
  }

  get version(): string {
    return this.#known.version
  }

  get isCluster(): boolean {
    return this.#known.isCluster
  }

  get isClusterNode(): boolean {
    return this.#known.isClusterNode
  }

  replicas(): Promise<readonly string[]> {
    return this.#use((link) => link.replicas())
  }

  masters(): readonly string[] {
    return this.#awake?.masters() ?? this.#known.masters
  }

  /** Connections it has open now. */
  get openCount(): number {
    return (this.#awake === null && this.#opening === null ? 0 : 1) + this.#owned.size
  }

  get isOver(): boolean {
    return this.#end !== null
  }

  /** Somebody waits for an answer, or holds a connection of its own. */
  get isBusy(): boolean {
    return this.#inFlight > 0 || this.#owned.size > 0 || this.#opening !== null
  }

  /** Milliseconds since it was used; 0 while it is. */
  idleMs(): number {
    return this.isBusy ? 0 : this.#options.nowMs() - this.#usedMs
  }

  /** Opens it unless it is open; one whose tries are over is opened anew. */
  async wake(): Promise<RedisLink> {
    this.#usedMs = this.#options.nowMs()
    if (this.#end !== null) throw this.#end
    if (this.#isLost) this.sleep()
    if (this.#awake !== null) return this.#awake
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #open(): Promise<RedisLink> {
    this.#options.assertRoom()
    const link = await this.#options.open()
    if (this.#end !== null) {
      link.close()
      throw this.#end
    }
    const { version, isCluster, isClusterNode } = link
    this.#known = { version, isCluster, isClusterNode, masters: link.masters() }
    this.#awake = link
    this.#isLost = false
    link.watch((state) => {
      if (this.#awake !== link) return
      this.#isLost = state.state === 'lost'
      this.#tell(state)
    })
    return link
  }

  #tell(state: LinkState): void {
    for (const listener of this.#listeners) listener(state)
  }

  async #use<T>(run: (link: RedisLink) => Promise<T>): Promise<T> {
    if (this.#end !== null) throw this.#end
    this.#inFlight += 1
    try {
      // A lost link says so itself; only who asks for the database again opens it anew.
      return await run(this.#awake ?? (await this.wake()))
    } finally {
      this.#inFlight -= 1
      this.#usedMs = this.#options.nowMs()
    }
  }

  send(args: readonly Arg[], options?: SendOptions): Promise<Reply> {
    return this.#use((link) => link.send(args, options))
  }

  sendAll(commands: readonly (readonly Arg[])[], options?: SendOptions): Promise<(Reply | Error)[]> {
    return this.#use((link) => link.sendAll(commands, options))
  }

  askSentinels(args: readonly Arg[]): Promise<SentinelReply[]> {
    return this.#use((link) => link.askSentinels(args))
  }

  own(options?: OwnOptions): Promise<OwnLink> {
    return this.#lent((link) => link.own(options))
  }

  ownOnce(options?: OwnOptions): Promise<OwnLink> {
    return this.#lent((link) => link.ownOnce(options))
  }

  ownForScripts(admit: Admit, options?: OwnOptions): Promise<OwnLink> {
    return this.#lent((link) => link.ownForScripts(admit, options))
  }

  #lent(open: (link: RedisLink) => Promise<OwnLink>): Promise<OwnLink> {
    return this.#use(async (link) => {
      this.#options.assertRoom()
      const own = await open(link)
      if (this.#end !== null) {
        own.close()
        throw this.#end
      }
      this.#owned.add(own)
      const close = own.close.bind(own)
      own.close = () => {
        this.#owned.delete(own)
        this.#usedMs = this.#options.nowMs()
        close()
      }
      return own
    })
  }

  watch(listener: (state: LinkState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Gives its connection back; the next command opens another. */
  sleep(): void {
    const link = this.#awake
    this.#awake = null
    this.#isLost = false
    link?.close()
  }

  /** Ends it for good: whatever is asked of it fails with the error. */
  endWith(error: Error): void {
    if (this.#end !== null) return
    this.#end = error
    for (const own of this.#owned) own.close()
    this.sleep()
    this.#tell({ state: 'lost', attempt: 0, error })
  }

  close(): void {
    this.sleep()
  }
}
