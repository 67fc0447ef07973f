import { isDeepStrictEqual } from 'node:util'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { AskHandlers } from '@qd/server-kit'
import { redisErrors } from '../../contract/index.ts'
import type {
  CommandHelp,
  consoleChannel,
  ConsoleMessage,
  ConsoleOutcome,
  ConsoleState,
  RedisBytes,
} from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { CommandKind } from '../guard/judge-command.ts'
import type { OwnDatabase, RedisDatabase } from '../guard/redis-database.ts'
import { ServerRefusal } from '../link/link-errors.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { commandHelpOf } from './command-help.ts'
import { ConsoleSocket } from './console-socket.ts'
import { MessageFeed } from './message-feed.ts'
import { shownValue } from './shown-value.ts'

/** A page waits some 30 s for an answer: a longer command is asked for again. */
const ANSWER_WITHIN_MS = 20_000

export interface ConsolePage {
  readonly id: string
  /** Opens a database with the rights of now. */
  database(db: number): Promise<RedisDatabase>
  /** Whether the rights are those the database was opened with: a right that ends by itself is told by nobody. */
  hasSameRights(): Promise<boolean>
  /** Only looks: of a session that may change nothing. */
  readonly isReadOnly: boolean
  tellState(state: ConsoleState): void
  tellMessages(list: ConsoleMessage[], dropped: number): void
  isBehind(): boolean
  failure(error: unknown): { code: string; msg: string }
  /** Whether the confirmation is for this command in this database. */
  mayEndanger(allowance: string, args: readonly RedisBytes[], db: number): boolean
  /** Writes down what is about to happen; what it gives is told how it came out. */
  noteStart(
    database: RedisDatabase,
    sent: { args: readonly Arg[]; kind: CommandKind },
  ): Promise<(error?: unknown) => void>
  noteRefusal(database: RedisDatabase, refused: { args: readonly Arg[]; error: unknown }): void
}

interface Running {
  readonly n: number
  readonly outcome: Promise<ConsoleOutcome>
  readonly giveUp: AbortController
  isDone: boolean
}

type Stream = ConsoleState['stream']

const STREAMS: Readonly<Record<string, Stream>> = {
  SUBSCRIBE: 'subscribe',
  PSUBSCRIBE: 'subscribe',
  SSUBSCRIBE: 'subscribe',
  MONITOR: 'monitor',
}

/** One console: a command at a time on a socket of its own, with what MULTI, WATCH and subscriptions make of it. */
export class ConsoleSession {
  readonly #page: ConsolePage
  readonly #socket: ConsoleSocket
  readonly #feed: MessageFeed
  #running: Running | null = null
  #isTaken = false
  #isInTransaction = false
  #watched = 0
  #stream: Stream = 'none'
  /** What MULTI or WATCH had begun went with the connection, and nobody was told yet. */
  #hasLostState = false
  /** The command the person was asked about last, until the next one comes. */
  #unconfirmed: readonly RedisBytes[] | null = null
  #help: Promise<CommandHelp[]> | null = null

  constructor(page: ConsolePage, db: number) {
    this.#page = page
    this.#feed = new MessageFeed({ isBehind: page.isBehind, tell: page.tellMessages })
    this.#socket = new ConsoleSocket(
      {
        database: (of) => page.database(of),
        onMessage: (message) => this.#feed.add(message),
        changed: () => this.#tell(),
        failure: (error) => page.failure(error),
      },
      db,
    )
    this.#socket.onLost = () => {
      this.#hasLostState ||= this.#isInTransaction || this.#watched > 0
      this.#reset()
    }
  }

  get asks(): AskHandlers<typeof consoleChannel> {
    return {
      run: (input) => this.#whole(() => this.#taken(() => this.#run(input))),
      wait: ({ n }) => {
        if (this.#running?.n !== n) throw new AppError(redisErrors.redis_console_over)
        return this.#answered(this.#running)
      },
      stop: () => this.#stop(),
      connect: async () => {
        await this.#socket.now()
        return {}
      },
      help: async () => ({ list: await this.#helpNow() }),
    }
  }

  async start(): Promise<void> {
    await this.#socket.now()
  }

  end(): void {
    this.#feed.end()
    this.#running?.giveUp.abort()
    this.#socket.end()
  }

  #tell(): void {
    this.#page.tellState({
      db: this.#socket.db,
      isInTransaction: this.#isInTransaction,
      watched: this.#watched,
      stream: this.#stream,
      ...this.#socket.link,
    })
  }

  #reset(): void {
    this.#isInTransaction = false
    this.#watched = 0
    this.#stream = 'none'
  }

  /** What was refused here is missing in the transaction it was meant for. */
  async #whole<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      this.#socket.spoilTransaction()
      throw error
    }
  }

  /** One command at a time: the next is for the state the one before leaves. */
  async #taken<T>(run: () => Promise<T>): Promise<T> {
    const isRunning = this.#running !== null && !this.#running.isDone
    if (this.#isTaken || isRunning || this.#stream !== 'none')
      throw new AppError(redisErrors.redis_console_busy)
    this.#isTaken = true
    try {
      return await run()
    } finally {
      this.#isTaken = false
    }
  }

  async #run(input: { n: number; args: RedisBytes[]; allowance: string }): Promise<ConsoleOutcome> {
    const args = input.args.map(bufferOf)
    // Asked about and never confirmed: it is missing, whatever came in its place.
    if (this.#unconfirmed !== null && !isDeepStrictEqual(this.#unconfirmed, input.args))
      this.#socket.spoilTransaction()
    this.#unconfirmed = null
    const name = args[0]!.toString().toUpperCase()
    if (this.#hasLostState) {
      this.#hasLostState = false
      throw new AppError(redisErrors.redis_console_state_lost)
    }
    if (name === 'SELECT') return this.#select(args)
    if (!(await this.#page.hasSameRights())) {
      this.#socket.drop()
      this.#socket.onLost()
    }
    const own = await this.#socket.now()
    // The way there may have been another one than the transaction was on.
    if (this.#hasLostState) return this.#run(input)
    const kind = await this.#check(own, args)
    if (kind === 'dangerous' && !this.#page.mayEndanger(input.allowance, input.args, own.db)) {
      if (input.allowance !== '') throw new AppError(redisErrors.redis_console_unconfirmed)
      this.#unconfirmed = input.args
      return { state: 'confirm', console: this.#page.id, name: own.connection.name }
    }
    const told = await this.#page.noteStart(own, { args, kind })
    const giveUp = new AbortController()
    const running: Running = {
      n: input.n,
      giveUp,
      isDone: false,
      outcome: this.#send(own, { args, name, told, signal: giveUp.signal }).finally(() => {
        running.isDone = true
      }),
    }
    this.#running = running
    return this.#answered(running)
  }

  async #check(own: OwnDatabase, args: readonly Arg[]): Promise<CommandKind> {
    try {
      const kind = await own.check(args, { isTyped: true })
      if (this.#page.isReadOnly && kind !== 'read' && kind !== 'state') {
        throw new AppError(coreErrors.read_only_session)
      }
      if (own.connection.isCluster && String(args[0]).toUpperCase() === 'MULTI') {
        throw new AppError(redisErrors.redis_console_cluster)
      }
      return kind
    } catch (error) {
      this.#page.noteRefusal(own, { args, error })
      throw error
    }
  }

  async #send(
    own: OwnDatabase,
    sent: { args: readonly Arg[]; name: string; told: (error?: unknown) => void; signal: AbortSignal },
  ): Promise<ConsoleOutcome> {
    const { args, name, told, signal } = sent
    const startedMs = performance.now()
    const nodes = new Set<string>()
    const done = (given: { value: unknown; code: string; msg: string }): ConsoleOutcome => ({
      state: 'done',
      ms: Math.round((performance.now() - startedMs) * 1000) / 1000,
      ...given,
      ...(nodes.size === 0 ? {} : { nodes: [...nodes] }),
    })
    try {
      const reply = await own.run(args, { isTyped: true, signal, onNode: (node) => nodes.add(node) })
      told()
      this.#follow(name, args, reply)
      return done({ value: shownValue(reply), code: '', msg: '' })
    } catch (error) {
      told(error)
      if (!(error instanceof ServerRefusal)) return done({ value: null, ...this.#page.failure(error) })
      this.#follow(name, args, error)
      return done({ value: shownValue(error), code: '', msg: '' })
    }
  }

  /** What a command made of the connection. */
  #follow(name: string, args: readonly Arg[], reply: Reply | Error): void {
    const isFine = !(reply instanceof Error)
    if (name === 'EXEC' || name === 'DISCARD') this.#reset()
    else if (!isFine || (this.#isInTransaction && name !== 'MULTI')) return
    else if (name === 'MULTI') this.#isInTransaction = true
    else if (name === 'WATCH') this.#watched += args.length - 1
    else if (name === 'UNWATCH') this.#watched = 0
    else if (STREAMS[name] === undefined) return
    else this.#stream = STREAMS[name]
    this.#tell()
  }

  /** The answer, or that it is still waited for. */
  async #answered({ outcome }: Running): Promise<ConsoleOutcome> {
    const late = Promise.withResolvers<ConsoleOutcome>()
    const timer = setTimeout(() => late.resolve({ state: 'waiting' }), ANSWER_WITHIN_MS)
    try {
      return await Promise.race([outcome, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async #select(args: readonly Buffer[]): Promise<ConsoleOutcome> {
    const startedMs = performance.now()
    const db = /^\d{1,5}$/.test(String(args[1])) ? Number(args[1]) : Number.NaN
    const command = { params: { command: 'SELECT' } }
    // Queued, it would move the commands behind it to where the guard does not look.
    if (this.#isInTransaction) throw new AppError(redisErrors.redis_command_forbidden, command)
    if (args.length !== 2 || Number.isNaN(db)) {
      const words = 'ERR value is not an integer or out of range'
      return { state: 'done', value: { t: 'e', v: words }, ms: 0, code: '', msg: '' }
    }
    await this.#socket.select(db)
    this.#reset()
    this.#tell()
    const ms = performance.now() - startedMs
    return { state: 'done', value: { t: 's', v: 'OK' }, ms, code: '', msg: '' }
  }

  async #stop(): Promise<Record<string, never>> {
    this.#running?.giveUp.abort(new AppError(redisErrors.redis_console_cancelled))
    this.#socket.drop()
    this.#reset()
    this.#tell()
    return {}
  }

  #helpNow(): Promise<CommandHelp[]> {
    this.#help ??= this.#page
      .database(this.#socket.db)
      .then(commandHelpOf)
      .catch((error: unknown) => {
        this.#help = null
        throw error
      })
    return this.#help
  }
}
