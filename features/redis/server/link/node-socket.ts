import type { Duplex } from 'node:stream'
import { AppError } from '@qd/contract-kit'
import { AbstractConnector, Command, Redis } from 'ioredis'
import { redisErrors } from '../../contract/index.ts'
import { blocks, mayNestErrors } from './command-kinds.ts'
import { NotSent, refusal } from './link-errors.ts'
import { ReplyMeter, replyTooLarge } from './reply-meter.ts'
import type { DueReply } from './reply-meter.ts'
import type { Arg, LinkMessage, Reply, ScriptLimit } from './redis-link.ts'
import type { ServerNames } from './server-names.ts'

/** One connection to one server, as long as it lasts: nothing is sent twice, nothing is opened again. */
export interface NodeSocket {
  readonly isOpen: boolean
  /** Sends at once, in the order of the calls. Rejects with NotSent when nothing has left. A script waits for its own end. */
  send(args: readonly Arg[], signal?: AbortSignal, script?: ScriptLimit): Promise<Reply>
  /** Hears what comes for its subscriptions. */
  hear(listener: (message: LinkMessage) => void): void
  /** Resolves when it is lost or closed. */
  readonly ended: Promise<void>
  close(): void
}

export interface SocketOptions {
  /** Without a byte for so long, while an answer is due, the connection counts as dead. */
  timeoutMs: number
  /** What the server calls its commands; filled while the socket is in use. Subscriptions keep their own names. */
  names?: ServerNames | undefined
}

/** ioredis books a subscription by the name in small letters. */
const SUBSCRIBING = new Set(['SUBSCRIBE', 'PSUBSCRIBE', 'SSUBSCRIBE'])

const MOVED: LinkMessage = {
  kind: 'moved',
  channel: Buffer.alloc(0),
  pattern: null,
  payload: Buffer.alloc(0),
}

/** What ioredis asks of a socket and a channel of SSH lacks. */
function asSocket(stream: Duplex): Duplex {
  const missing = { setKeepAlive: () => stream, setNoDelay: () => stream, setTimeout: () => stream }
  for (const [name, doNothing] of Object.entries(missing)) {
    if (!(name in stream)) Object.defineProperty(stream, name, { value: doNothing })
  }
  return stream
}

/** Hands ioredis a stream that is open; it opens none by itself. */
function connectorOf(stream: Duplex) {
  return class extends AbstractConnector {
    constructor() {
      super(0)
    }

    connect() {
      this.stream = asSocket(stream) as typeof this.stream
      return Promise.resolve(this.stream)
    }
  }
}

/** `script`: the server does nothing else meanwhile; `waiting`: it waits for others, and goes on with what is behind. */
type DueKind = 'script' | 'waiting' | 'prompt'

export function dueKind(name: string, args: readonly Arg[], script: ScriptLimit | undefined): DueKind {
  if (script !== undefined) return 'script'
  return blocks(name, args) ? 'waiting' : 'prompt'
}

/** Watches that bytes keep coming while answers are due. */
export class Patience {
  readonly #timeoutMs: number
  readonly #onLate: () => void
  readonly #due: { kind: DueKind }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(timeoutMs: number, onLate: () => void) {
    this.#timeoutMs = timeoutMs
    this.#onLate = onLate
  }

  begin(kind: DueKind): () => void {
    const item = { kind }
    this.#due.push(item)
    if (this.#due.length === 1) this.heard()
    return () => {
      this.#due.splice(this.#due.indexOf(item), 1)
      if (this.#due.length === 0) clearTimeout(this.#timer)
    }
  }

  /** A byte has come; a command that waits on purpose is given all the time it wants. */
  heard(): void {
    clearTimeout(this.#timer)
    if (this.#due.length === 0) return
    this.#timer = setTimeout(() => {
      if (this.#isHeldUp()) this.heard()
      else this.#onLate()
    }, this.#timeoutMs)
  }

  /** What came together with a script is answered by the server when the script has ended, also what stood before it. */
  #isHeldUp(): boolean {
    return this.#due[0]?.kind === 'waiting' || this.#due.some(({ kind }) => kind === 'script')
  }

  end(): void {
    this.#due.length = 0
    clearTimeout(this.#timer)
  }
}

/** Errors inside of replies, such as those of EXEC, become errors of the contract. */
function withOurErrors(reply: unknown): Reply {
  if (!Array.isArray(reply)) return reply as Reply
  return reply.map((each: unknown) => (each instanceof Error ? refusal(each.message) : withOurErrors(each)))
}

/** Speaks Redis over an open stream; who it is and which database are the caller's commands. */
export async function startSocket(stream: Duplex, { timeoutMs, names }: SocketOptions): Promise<NodeSocket> {
  const redis = new Redis({
    Connector: connectorOf(stream) as never,
    lazyConnect: true,
    retryStrategy: null,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    protocol: 2,
    stringNumbers: true,
    disableClientInfo: true,
    noDelay: false,
  })
  let isLate = false
  const patience = new Patience(timeoutMs, () => {
    isLate = true
    stream.destroy()
  })
  // A lost connection shows by its commands and by `end`.
  redis.on('error', () => undefined)
  stream.on('error', () => undefined)
  const meter = new ReplyMeter()
  stream.on('data', (chunk: Buffer) => {
    patience.heard()
    // ioredis has read it by now and holds what is left of it: nothing more may come.
    if (meter.heard(chunk)) stream.destroy()
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  redis.once('end', () => {
    patience.end()
    resolve()
  })
  await redis.connect()

  /** The connection went with the command: whether it happened nobody knows, but for one that was being answered. */
  function lost(due: DueReply): AppError {
    if (meter.tooLarge !== due)
      return new AppError(isLate ? redisErrors.redis_timeout : redisErrors.redis_outcome_unknown)
    return replyTooLarge(meter.limitBytes)
  }

  /** Tells when the reply was read, at once: its promise says so only later. */
  function metered(command: Command): DueReply {
    const due = meter.begin()
    const { resolve, reject } = command
    command.resolve = (reply) => {
      meter.settle(due)
      resolve(reply)
    }
    command.reject = (error) => {
      meter.settle(due)
      reject(error)
    }
    return due
  }

  async function answered(command: Command, name: string): Promise<Reply> {
    const due = metered(command)
    try {
      const reply: unknown = await command.promise
      return mayNestErrors(name) ? withOurErrors(reply) : (reply as Reply)
    } catch (error) {
      throw (error as Error).name === 'ReplyError' ? refusal((error as Error).message) : lost(due)
    }
  }

  return {
    get isOpen() {
      return redis.status === 'ready' && stream.writable
    },
    ended,
    send([first, ...rest], signal, script) {
      if (redis.status !== 'ready' || !stream.writable) {
        // What can take no command is of no use any more, and its end leads to the next one.
        stream.destroy()
        return Promise.reject(new NotSent())
      }
      if (signal?.aborted === true) return Promise.reject(givenUp(signal))
      // In capitals ioredis changes neither arguments nor replies of a command.
      const name = String(first).toUpperCase()
      const spoken = SUBSCRIBING.has(name) ? name.toLowerCase() : (names?.get(name) ?? name)
      const command = new Command(spoken, rest as (string | Buffer)[])
      const isDone = patience.begin(dueKind(name, rest, script))
      const reply = answered(command, name).finally(isDone)
      void redis.sendCommand(command)
      return signal === undefined ? reply : orGivenUp(reply, signal)
    },
    hear(listener) {
      const tell =
        (kind: 'message' | 'shard', pattern: string | null) => (channel: Buffer, payload: Buffer) => {
          meter.told()
          listener({ kind, pattern, channel, payload })
        }
      redis.on('messageBuffer', tell('message', null))
      redis.on('smessageBuffer', tell('shard', null))
      redis.on('pmessageBuffer', (pattern: string, channel: Buffer, payload: Buffer) =>
        tell('message', pattern)(channel, payload),
      )
      redis.on('moved', () => listener(MOVED))
    },
    close() {
      redis.disconnect()
      stream.destroy()
    },
  }
}

export function givenUp({ reason }: AbortSignal): Error {
  return reason instanceof AppError ? reason : new AppError(redisErrors.redis_outcome_unknown)
}

/** The answer, or no more waiting for it. */
export function orGivenUp<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(givenUp(signal))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
