import type { ConnectionConfig } from '../../contract/index.ts'
import type { Arg, LinkState, OwnOptions, Reply, SendOptions, SentinelReply } from '../link/redis-link.ts'
import type { Hearer, Listening, Wanted } from '../listen/listen.ts'
import type { CommandKind } from './judge-command.ts'

/** What the guard needs to know of a connection; no secrets. */
export interface ConnectionInfo extends Pick<
  ConnectionConfig,
  'name' | 'mode' | 'readOnly' | 'separators' | 'scanBudget' | 'timeoutMs'
> {
  /** ACL user that scripts are sent as; empty or absent: none. */
  readonly scriptUser?: string
  /** Names the server gave its commands, by the command in capitals; absent: none. */
  readonly renamedCommands?: ConnectionConfig['renamedCommands']
  readonly id: string
  readonly lineId: string
  readonly isCluster: boolean
  readonly isClusterNode: boolean
  readonly version: string
}

export interface RunOptions extends SendOptions {
  /** Not told in the command log: what the page asks by itself again and again. */
  readonly isQuiet?: boolean
  /** Written by the caller, not by the console: a script may do other things than it names. */
  readonly isTyped?: boolean
  /**
   * Asked by a page of the server, which hides secrets and arguments before anybody sees them: opens a few commands of an
   * administrator that only show (`SHOWS_SERVER`) to those who may read everything. Nothing typed is ever sent so.
   */
  readonly isServerPage?: boolean
  /** What the command log shows in place of a script of the console itself: what it ran by its answer, null for an error. */
  readonly told?: (reply: Reply) => readonly (readonly Arg[])[]
}

/**
 * One database as one caller may use it: the only way to Redis. Each command is looked up in the server's own table of
 * commands, then refused (`redis_read_only`, `redis_command_forbidden`, `redis_key_forbidden`, `redis_command_unknown`)
 * or sent, and told in the command log with its cost to the reply.
 */
export interface RedisDatabase {
  readonly connection: ConnectionInfo
  readonly db: number
  run(args: readonly Arg[], options?: RunOptions): Promise<Reply>
  /** Several at once; each is checked, then answered by itself. Nothing is sent when one is refused. */
  runAll(commands: readonly (readonly Arg[])[], options?: RunOptions): Promise<(Reply | Error)[]>
  masters(): readonly string[]
  /** Replicas of a cluster: they take what each node answers for itself. */
  replicas(): Promise<readonly string[]>
  /** Whether the caller may write here at all, and this key. */
  mayEdit(key?: Buffer): boolean
  mayRead(key: Buffer): boolean
  /** Globs of the keys the caller may read; null: all. Only such a caller's scans are narrowed. */
  readable(): readonly string[] | null
  watch(listener: (state: LinkState) => void): () => void
  /** What a command does; throws what `run` would refuse it with. */
  check(args: readonly Arg[], options?: RunOptions): Promise<CommandKind>
  /**
   * Subscribes on a socket of its own. Channels belong to no database and may name any key, so only who may read the whole
   * connection hears them: `redis_key_forbidden` for others.
   */
  listen(wanted: Wanted, hearer: Hearer): Promise<Listening>
  /** What each sentinel of the connection tells of its group; none without sentinels. As whole a right as `listen`. */
  askSentinels(what: 'MASTER' | 'REPLICAS' | 'SENTINELS'): Promise<SentinelReply[]>
  /**
   * A socket of its own, guarded alike; closed by whoever asked for it. That of a console (`options`) takes
   * subscriptions and MONITOR, too.
   */
  own(options?: OwnOptions): Promise<OwnDatabase>
}

export interface OwnDatabase extends RedisDatabase {
  close(): void
  /** Something meant for the open transaction was refused before it came here: EXEC runs nothing of it (EXECABORT). */
  spoilTransaction(): void
}
