import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { Arg, OwnOptions, RedisLink, Reply, SentinelReply } from '../link/redis-link.ts'
import { ServerRefusal } from '../link/link-errors.ts'
import { listen } from '../listen/listen.ts'
import type { Hearer, Listening, Wanted } from '../listen/listen.ts'
import type { CommandLog } from './command-log.ts'
import type { CommandEntry, CommandTable } from './command-table.ts'
import { loadCommandTable } from './command-table.ts'
import type { Asking } from './databases.ts'
import { endsScripts, isMonitor, isScript, isStreaming, judgeCommand, showsServer } from './judge-command.ts'
import type { CommandKind } from './judge-command.ts'
import { maskedCommand } from './masked-command.ts'
import type { ConnectionInfo, OwnDatabase, RedisDatabase, RunOptions } from './redis-database.ts'
import { rightsOf } from './redis-rights.ts'
import type { RedisRights } from './redis-rights.ts'
import { ownScriptCommands } from '../scripts/own-scripts.ts'
import { execAborted, Transaction } from './transaction.ts'
import { TypedScripts } from './typed-scripts.ts'
import { planOf, sendToAll } from './whole-cluster.ts'

export interface GuardParts {
  readonly asking: Asking
  readonly connection: ConnectionInfo
  readonly link: RedisLink
  readonly log: CommandLog
  readonly table?: CommandTable | undefined
  /** Of a console, whose answers keep their types. */
  readonly typed?: OwnOptions | undefined
}

/** Commands of a narrowed caller that name no key and show none. */
const KEYLESS = new Set(['ping', 'echo', 'time', 'multi', 'exec', 'discard', 'unwatch'])
/** Sent by the console itself for a narrowed caller, who gets only keys that match of what it answers. */
const FILTERED = 'scan'
/** Dangerous to one database alone; all others touch the server with whatever else is on it. */
const IN_DATABASE = new Set(['flushdb', 'keys'])
/** They show code, commands with their keys and values, or names of channels, which may be keys, of all databases. */
const SHOWS_ALL = new Set(['slowlog', 'pubsub', 'function'])
/** Modules that name one key and read others: by an index, or behind a number of them. */
const READS_OTHERS = /^_?ft\.|^(cms|tdigest)\.merge$/

const nameOf = (args: readonly Arg[]): string => String(args[0] ?? '').toLowerCase()
/** Other databases a command writes to. */
function databasesIn(args: readonly Arg[]): number[] {
  const name = nameOf(args)
  if (name === 'move') return [Number(args[2])]
  if (name !== 'copy') return []
  return args.flatMap((arg, at) =>
    at > 2 && String(args[at - 1]).toLowerCase() === 'db' ? [Number(String(arg))] : [],
  )
}
/** They change what the connection is, which a console follows by their own names: by another nobody types them. */
const OF_THE_CONNECTION = new Set(
  'auth hello reset quit select multi exec discard watch unwatch monitor subscribe psubscribe ssubscribe'.split(
    ' ',
  ),
)
const isAskedByPage = ({ isServerPage, isTyped }: RunOptions): boolean =>
  isServerPage === true && isTyped !== true
/** The server lists the command and does not know it by its name: it was renamed, or switched off. */
const orRenamed = (error: Error): Error =>
  error instanceof ServerRefusal && /^ERR unknown command/i.test(error.words)
    ? new ServerRefusal(redisErrors.redis_command_renamed, error.words)
    : error
const refusedFor = (args: readonly Arg[]) => ({ params: { command: String(args[0] ?? '').toUpperCase() } })

/** The one way of a caller to one database: every command passes here, whichever page, job or script sends it (S5.05). */
export class GuardedDatabase implements OwnDatabase {
  readonly connection: ConnectionInfo
  readonly #parts: GuardParts
  readonly #rights: RedisRights
  readonly #isOwn: boolean
  readonly #isConsole: boolean
  readonly #transaction = new Transaction()
  readonly #scripts: TypedScripts
  #table: Promise<CommandTable> | null

  constructor(parts: GuardParts, isOwn = false, isConsole = false) {
    this.connection = parts.connection
    this.#parts = parts
    this.#rights = rightsOf(parts.asking, parts.connection, parts.link.db)
    this.#isOwn = isOwn
    this.#isConsole = isConsole
    this.#table = parts.table === undefined ? null : Promise.resolve(parts.table)
    this.#scripts = new TypedScripts({ ...parts, table: () => this.#tableOf() })
  }

  get db(): number {
    return this.#parts.link.db
  }

  masters(): readonly string[] {
    return this.#parts.link.masters()
  }

  replicas(): Promise<readonly string[]> {
    return this.#parts.link.replicas()
  }

  mayEdit(key?: Buffer): boolean {
    return !this.connection.readOnly && this.#rights.mayEdit(key)
  }

  mayRead(key: Buffer): boolean {
    return this.#rights.mayRead(key)
  }

  readable(): readonly string[] | null {
    return this.#rights.readable()
  }

  watch(listener: Parameters<RedisDatabase['watch']>[0]): () => void {
    return this.#parts.link.watch(listener)
  }

  async own(options?: OwnOptions): Promise<OwnDatabase> {
    const [link, table] = await Promise.all([this.#parts.link.ownOnce(options), this.#tableOf()])
    return new GuardedDatabase({ ...this.#parts, link, table, typed: options }, true, options !== undefined)
  }

  close(): void {
    this.#parts.link.close()
  }

  async listen(wanted: Wanted, hearer: Hearer): Promise<Listening> {
    const { channels = [], patterns = [], sharded = [] } = wanted
    const args = ['SUBSCRIBE', ...channels, ...patterns, ...sharded]
    if (!this.#rights.isWhole(false)) throw this.#noKey(args)
    const startedMs = performance.now()
    const listening = await listen(this.#parts.link, wanted, hearer)
    this.#note(args, { kind: 'read', startedMs, options: {} })
    return listening
  }

  async askSentinels(what: 'MASTER' | 'REPLICAS' | 'SENTINELS'): Promise<SentinelReply[]> {
    const [group = ''] = this.masters()
    const args = ['SENTINEL', what, group]
    if (!this.#rights.isWhole(false)) throw this.#noKey(args)
    return this.#parts.link.askSentinels(args)
  }

  async run(given: readonly Arg[], options: RunOptions = {}): Promise<Reply> {
    const args = await this.#commandOf(given)
    const kind = await this.check(args, options)
    const startedMs = performance.now()
    try {
      await this.#assertWhole([args])
      const reply = await this.#send(args, kind, options)
      this.#transaction.sent(args, reply)
      this.#note(args, { kind, startedMs, options, reply })
      return reply
    } catch (thrown) {
      const error = orRenamed(thrown as Error)
      this.#transaction.sent(args, error)
      this.#note(args, { kind, startedMs, options, error })
      throw error
    }
  }

  spoilTransaction(): void {
    this.#transaction.spoil()
  }

  /** Gives a transaction up that would run in part. */
  async #assertWhole(commands: readonly (readonly Arg[])[]): Promise<void> {
    if (!commands.some((args) => this.#transaction.isAbortedBy(args))) return
    await this.#parts.link.send(['DISCARD'])
    throw execAborted()
  }

  async runAll(given: readonly (readonly Arg[])[], options: RunOptions = {}): Promise<(Reply | Error)[]> {
    const commands = await Promise.all(given.map((args) => this.#commandOf(args)))
    const kinds: CommandKind[] = []
    // A script is sent for itself: one behind the other would all be sent as the main user.
    const script = commands.find((args) => options.isTyped === true && isScript(nameOf(args)))
    if (script !== undefined) throw new AppError(redisErrors.redis_command_forbidden, refusedFor(script))
    for (const args of commands) kinds.push(await this.check(args, options))
    const startedMs = performance.now()
    await this.#assertWhole(commands)
    const sent = await this.#parts.link.sendAll(commands, options)
    const replies = sent.map((reply) => (reply instanceof Error ? orRenamed(reply) : reply))
    for (const [at, args] of commands.entries()) {
      const reply = replies[at]!
      this.#transaction.sent(args, reply)
      const error = reply instanceof Error ? { error: reply } : {}
      this.#note(args, { kind: kinds[at]!, startedMs, options, ...error })
    }
    return replies
  }

  /** What the command does; throws when the caller may not send it here. */
  async check(args: readonly Arg[], options: RunOptions = {}): Promise<CommandKind> {
    try {
      return await this.#judge(await this.#commandOf(args), options)
    } catch (error) {
      this.#transaction.spoil()
      throw error
    }
  }

  /** What was typed by the server's own name for a command, under the command's: it is judged, told and routed by that. */
  async #commandOf(args: readonly Arg[]): Promise<readonly Arg[]> {
    const { renamedCommands = {} } = this.connection
    const name = nameOf(args)
    const renamed = Object.entries(renamedCommands).find(([, own]) => own.toLowerCase() === name)
    if (renamed === undefined || OF_THE_CONNECTION.has(renamed[0].toLowerCase())) return args
    if ((await this.#tableOf()).entryOf(args) !== undefined) return args
    return [renamed[0], ...args.slice(1)]
  }

  async #judge(args: readonly Arg[], options: RunOptions): Promise<CommandKind> {
    const table = await this.#tableOf()
    const entry = table.entryOf(args)
    if (entry === undefined) throw new AppError(redisErrors.redis_command_unknown, refusedFor(args))
    const judged = isScript(entry.name)
      ? await this.#judgeScript(args, options)
      : judgeCommand(entry, args, { isOwn: this.#isOwn, isConsole: this.#isConsole })
    const isShown = isAskedByPage(options) && judged === 'dangerous' && showsServer(entry, args)
    const kind = isShown ? 'read' : judged
    if (kind === null) throw this.#closed(entry, args)
    const isWritten = kind !== 'read' && kind !== 'state' && !endsScripts(entry, args)
    if (this.connection.readOnly && isWritten) {
      throw new AppError(redisErrors.redis_read_only)
    }
    if (kind === 'dangerous' && !this.#mayEndanger(args)) {
      throw new AppError(redisErrors.redis_command_forbidden, refusedFor(args))
    }
    if (isAskedByPage(options) && !this.#rights.isWhole(false)) throw this.#noKey(args)
    // Messages belong to no database, and those of keys name keys of all.
    if (isStreaming(nameOf(args)) && !this.#rights.isWhole(false)) throw this.#noKey(args)
    const isWriting = entry.flags.has('write') || kind === 'write'
    this.#checkKeys(table, args, { kind, isWriting, options })
    this.#checkDatabases(args, isWriting)
    return kind
  }

  /** What no right opens here. Where nothing may be written that is said first: no other way opens it either (S5.05). */
  #closed(entry: CommandEntry, args: readonly Arg[]): AppError {
    const elsewhere = judgeCommand(entry, args, { isOwn: true, isConsole: true })
    const isReading = elsewhere === null || elsewhere === 'read' || entry.name.endsWith('_ro')
    if (this.connection.readOnly && !isReading) return new AppError(redisErrors.redis_read_only)
    return new AppError(redisErrors.redis_command_forbidden, refusedFor(args))
  }

  /** One of the console itself is what its commands are; any other may do all that the connection may. */
  async #judgeScript(args: readonly Arg[], options: RunOptions): Promise<CommandKind | null> {
    if (options.isTyped === true) {
      // One that never ends holds the server up for everybody, also where it only reads.
      if (!this.#rights.mayEdit()) return null
      // It names its keys as it likes, and selects any database.
      if (!this.#rights.isWhole(true)) throw this.#noKey(args)
      return this.#scripts.kindOf(nameOf(args), {
        isInTransaction: this.#transaction.isOpen,
        mayEndanger: this.#mayEndanger(args),
      })
    }
    const commands = ownScriptCommands(args)
    if (commands === null) return null
    let kind: CommandKind = 'read'
    for (const command of commands) {
      const judged = await this.#judge(command, options)
      // None of ours needs more, so whatever does is no command of ours.
      if (judged !== 'read' && judged !== 'write') return null
      if (judged === 'write') kind = judged
    }
    return kind
  }

  async #send(args: readonly Arg[], kind: CommandKind, given: RunOptions): Promise<Reply> {
    const { link } = this.#parts
    const isTyped = given.isTyped === true
    const isKeyless = isTyped && link.isCluster && (await this.#tableOf()).keysOf(args)?.length === 0
    // Where a key lies goes without saying.
    const options = isKeyless ? given : { ...given, onNode: undefined }
    // What is read as another user is never sent as this one.
    if (isTyped && isScript(nameOf(args)) && (kind === 'read' || !this.#transaction.isOpen))
      return this.#scripts.send(args, kind, options)
    const plan = isKeyless ? planOf((await this.#tableOf()).entryOf(args)!, args) : null
    if (plan !== null) return sendToAll(link, plan, { args, name: this.connection.name, options })
    const isEnd = nameOf(args) === 'exec' && this.#transaction.hasScript
    const script = { limitMs: this.connection.timeoutMs }
    return link.send(args, isEnd ? { ...options, script } : options)
  }

  #mayEndanger(args: readonly Arg[]): boolean {
    const name = nameOf(args)
    if (isMonitor(name)) return this.#rights.mayMonitor()
    return this.#rights.mayEndanger(IN_DATABASE.has(name) ? 'database' : 'server')
  }

  /** A caller of one database gets into no other by a command that can: COPY … DB, MOVE. */
  #checkDatabases(args: readonly Arg[], isWriting: boolean): void {
    const name = nameOf(args)
    if (SHOWS_ALL.has(name) && !this.#rights.isWhole(isWriting)) throw this.#noKey(args)
    const key = Buffer.from(args[name === 'copy' ? 2 : 1] ?? '')
    const closed = databasesIn(args).find((db) => !this.#rights.mayEditIn(db, key))
    if (closed !== undefined) throw this.#noKey(args)
  }

  #checkKeys(
    table: CommandTable,
    args: readonly Arg[],
    { kind, isWriting, options }: { kind: CommandKind; isWriting: boolean; options: RunOptions },
  ): void {
    if (!this.#rights.isNarrowed(isWriting)) return
    const keys = table.keysOf(args)
    const name = nameOf(args)
    if (keys === null) throw this.#noKey(args)
    if (READS_OTHERS.test(name)) throw this.#noKey(args)
    if (keys.length === 0) {
      const isShown = KEYLESS.has(name) || (name === FILTERED && options.isTyped !== true)
      if (!isShown || kind === 'dangerous') throw this.#noKey(args)
    }
    const may = (key: Buffer) => (isWriting ? this.#rights.mayEdit(key) : this.#rights.mayRead(key))
    const closed = keys.find((key) => !may(key))
    if (closed !== undefined) throw this.#noKey(args)
  }

  #noKey(args: readonly Arg[]): AppError {
    return new AppError(redisErrors.redis_key_forbidden, refusedFor(args))
  }

  #tableOf(): Promise<CommandTable> {
    const again = (): void => {
      // Asked again with the next command.
      this.#table = null
    }
    this.#table ??= this.#loadTable().then(
      (table) => {
        if (table.isPassing) again()
        return table
      },
      (error: unknown) => {
        again()
        throw error
      },
    )
    return this.#table
  }

  /** From whichever node of a cluster answers first: one that is down closes the others to nobody. */
  async #loadTable(): Promise<CommandTable> {
    const { link } = this.#parts
    if (!link.isCluster) return loadCommandTable((args) => link.send(args))
    const loading = link.masters().map((node) => loadCommandTable((args) => link.send(args, { node })))
    return Promise.any(loading).catch((error: AggregateError) => {
      throw error.errors[0]
    })
  }

  #note(
    args: readonly Arg[],
    of: { kind: CommandKind; startedMs: number; options: RunOptions; reply?: Reply; error?: unknown },
  ): void {
    if (of.options.isQuiet === true) return
    const { asking, connection, log } = this.#parts
    const { error } = of
    const words = error instanceof AppError ? error.def.code : error === undefined ? '' : 'error'
    for (const shown of of.options.told?.(of.reply ?? null) ?? [args]) {
      log.note(asking.caller.userId, {
        time: Date.now(),
        connectionId: connection.id,
        connectionName: connection.name,
        db: this.db,
        command: maskedCommand(shown),
        isWrite: of.kind === 'write' || of.kind === 'dangerous',
        cost: Math.round((performance.now() - of.startedMs) * 1000) / 1000,
        error: words,
      })
    }
  }
}
