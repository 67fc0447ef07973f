/** One argument of a command; texts go as UTF-8. */
export type Arg = string | Buffer

/** Opened secrets of a connection; empty or absent: none. One entry of `ssh` for each hop. */
export interface LinkSecrets {
  readonly password?: string | undefined
  readonly sentinelPassword?: string | undefined
  /** Of the user for scripts. */
  readonly scriptPassword?: string | undefined
  /** Private key of the TLS client, PEM. */
  readonly tlsKey?: string | undefined
  readonly ssh?: readonly HopSecrets[] | undefined
}

export interface HopSecrets {
  readonly password?: string | undefined
  readonly privateKey?: string | undefined
  readonly passphrase?: string | undefined
}

/** What Redis answers: bytes and status as Buffer, numbers as text so that 2^53 + 1 is exact, null, or a list of these. */
export type Reply = Buffer | string | null | readonly (Reply | Error)[]

export interface SendOptions {
  /** One node of a cluster by its id; absent: where the keys of the command lie. */
  readonly node?: string | undefined
  /** Gives up waiting; what was sent may have happened. */
  readonly signal?: AbortSignal | undefined
  /** It runs a script, which is ended at its limit. */
  readonly script?: ScriptLimit
  /** Told the node of a cluster that it is sent to. */
  readonly onNode?: ((node: string) => void) | undefined
}

export interface ScriptLimit {
  readonly limitMs: number
}

/** For a console: replies keep their types of RESP3 (`typeOf`), and what comes without being asked for is told. */
export interface OwnOptions {
  /** A message of a subscription as the server lists it, or a line of MONITOR. */
  readonly onMessage: (message: Reply) => void
}

/** Looks at a node as the main user, by what `ask` is answered; throws where no script may go. */
export type Admit = (ask: (args: readonly Arg[]) => Promise<Reply>) => Promise<void>

export interface LinkState {
  readonly state: 'ready' | 'reconnecting' | 'lost'
  readonly attempt: number
  /** Why, as an AppError of the contract; null when ready. */
  readonly error: Error | null
}

/**
 * An open way to one database of one connection: a server, the master behind sentinels, or a cluster. Commands sent at
 * once go in their order. It finds its way again after a loss, with growing pauses and an end; a command that was sent
 * when it was lost is `redis_outcome_unknown` and never sent again.
 */
export interface RedisLink {
  readonly db: number
  /** `redis_version` of INFO, or of HELLO where INFO is refused; empty when neither tells. */
  readonly version: string
  readonly isCluster: boolean
  /** A standalone connection on a node of a cluster. */
  readonly isClusterNode: boolean
  /** Ids of the masters as of now; one without a cluster. */
  masters(): readonly string[]
  /** Ids of the replicas of a cluster, asked for anew: they answer for themselves (`node`), and no key is read from them. */
  replicas(): Promise<readonly string[]>
  /** Rejects with AppErrors of the contract: `redis_refused` carries the server's own words. */
  send(args: readonly Arg[], options?: SendOptions): Promise<Reply>
  /** Several at once; each answered by itself. */
  sendAll(commands: readonly (readonly Arg[])[], options?: SendOptions): Promise<(Reply | Error)[]>
  /** A socket of its own with the same way and rights, for what holds a connection: WATCH, blocking commands, MONITOR. */
  own(options?: OwnOptions): Promise<OwnLink>
  /** The same, and over when that socket is lost: what was begun on it cannot go on by another one. */
  ownOnce(options?: OwnOptions): Promise<OwnLink>
  /** The same, signed in as the user for scripts, at each node it comes to once `admit` has let it in there. */
  ownForScripts(admit: Admit, options?: OwnOptions): Promise<OwnLink>
  /** What each sentinel of the connection answers to the command; none without sentinels. */
  askSentinels(args: readonly Arg[]): Promise<SentinelReply[]>
  watch(listener: (state: LinkState) => void): () => void
  close(): void
}

/** A message of a channel somebody subscribed to; both as the bytes they are. */
export interface LinkMessage {
  /** `moved`: the slot of a shard channel left this node, and messages of it come no more. */
  readonly kind: 'message' | 'shard' | 'moved'
  readonly channel: Buffer
  /** Glob that matched; null for a channel by its name. */
  readonly pattern: string | null
  readonly payload: Buffer
}

/** A link only its opener uses. */
export interface OwnLink extends RedisLink {
  /** Hears what comes for its subscriptions. */
  hear(listener: (message: LinkMessage) => void): () => void
}

export interface SentinelReply {
  /** Address of the sentinel. */
  readonly at: string
  /** Why, as an AppError of the contract, where it did not answer. */
  readonly reply: Reply | Error
}
