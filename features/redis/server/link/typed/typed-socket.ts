import type { Duplex } from 'node:stream'
import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../../contract/index.ts'
import { NotSent } from '../link-errors.ts'
import { dueKind, givenUp, orGivenUp, Patience } from '../node-socket.ts'
import type { NodeSocket, SocketOptions } from '../node-socket.ts'
import type { Arg, OwnOptions, Reply } from '../redis-link.ts'
import { ReplyMeter, replyTooLarge } from '../reply-meter.ts'
import type { DueReply } from '../reply-meter.ts'
import { ReplyTooLarge, RespReader } from './resp-reader.ts'

interface Pending {
  readonly name: string
  /** Confirmations of a subscription that are due, one for each channel; they come as messages do. */
  due: number
  readonly confirmed: Reply[]
  readonly metered: DueReply
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  isDone: () => void
}

const SUBSCRIBES = new Set(['SUBSCRIBE', 'PSUBSCRIBE', 'SSUBSCRIBE'])
const MESSAGES = new Set(['message', 'pmessage', 'smessage'])

/** A command as Redis takes it: a list of byte strings. */
function encoded(args: readonly Arg[]): Buffer {
  const parts: Buffer[] = [Buffer.from(`*${args.length}\r\n`)]
  for (const arg of args) {
    const bytes = typeof arg === 'string' ? Buffer.from(arg) : arg
    parts.push(Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n'))
  }
  return Buffer.concat(parts)
}

const kindOf = (items: readonly (Reply | Error)[]): string =>
  Buffer.isBuffer(items[0]) ? items[0].toString() : ''

/** Answers and messages of one connection, in the order they come. */
class Conversation {
  readonly waiting: Pending[] = []
  readonly #onMessage: OwnOptions['onMessage']

  constructor({ onMessage }: OwnOptions) {
    this.#onMessage = onMessage
  }

  reply(reply: Reply | Error): void {
    // RESP2 sends messages and confirmations as lists among the answers.
    if (Array.isArray(reply) && this.#isTold(reply as (Reply | Error)[])) return
    const pending = this.waiting.shift()
    if (pending === undefined) {
      // A line of MONITOR.
      if (!(reply instanceof Error)) this.#onMessage(reply)
      return
    }
    pending.isDone()
    if (reply instanceof Error) pending.reject(reply)
    else pending.resolve(reply)
  }

  push(items: readonly (Reply | Error)[]): void {
    this.#isTold(items)
  }

  #isTold(items: readonly (Reply | Error)[]): boolean {
    const kind = kindOf(items)
    const [first] = this.waiting
    if (first !== undefined && first.due > 0 && kind === first.name.toLowerCase()) {
      first.confirmed.push(items as Reply)
      first.due -= 1
      if (first.due > 0) return true
      this.waiting.shift()
      first.isDone()
      first.resolve(first.confirmed)
      return true
    }
    if (!MESSAGES.has(kind) || (first !== undefined && first.due === 0)) return false
    this.#onMessage(items as Reply)
    return true
  }

  fail(errorOf: (metered: DueReply) => Error): void {
    for (const { isDone, reject, metered } of this.waiting.splice(0)) {
      isDone()
      reject(errorOf(metered))
    }
  }
}

/**
 * Speaks RESP over an open stream, in the types the server sends: for a console. Beside the answers it hears what
 * subscriptions and MONITOR send. As `startSocket`, it sends nothing twice.
 */
export function startTypedSocket(stream: Duplex, options: SocketOptions & OwnOptions): NodeSocket {
  const conversation = new Conversation(options)
  const meter = new ReplyMeter()
  const reader = new RespReader({
    onReply(reply) {
      meter.told()
      conversation.reply(reply)
    },
    onPush(items) {
      meter.told()
      conversation.push(items)
    },
  })
  let isLate = false
  let isOpen = true
  let isTooLarge = false
  const patience = new Patience(options.timeoutMs, () => {
    isLate = true
    stream.destroy()
  })
  /** The connection went with the command: whether it happened nobody knows, but for one that was being answered. */
  const lost = (metered: DueReply): AppError => {
    if (meter.tooLarge !== metered && !isTooLarge)
      return new AppError(isLate ? redisErrors.redis_timeout : redisErrors.redis_outcome_unknown)
    return replyTooLarge(meter.limitBytes)
  }
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    patience.end()
    conversation.fail(lost)
    stream.destroy()
    resolve()
  }
  stream.on('error', () => undefined)
  stream.on('data', (chunk: Buffer) => {
    patience.heard()
    try {
      reader.push(chunk)
    } catch (error) {
      isTooLarge = error instanceof ReplyTooLarge
      end()
    }
    // What was read of it by now is held: nothing more may come.
    if (meter.heard(chunk)) end()
  })
  for (const name of ['end', 'close'] as const) stream.once(name, end)

  return {
    get isOpen() {
      return isOpen && stream.writable
    },
    ended,
    send(args, signal, script) {
      if (!isOpen || !stream.writable) {
        end()
        return Promise.reject(new NotSent())
      }
      if (signal?.aborted === true) return Promise.reject(givenUp(signal))
      const name = String(args[0]).toUpperCase()
      const [metered, isPatient] = [meter.begin(), patience.begin(dueKind(name, args.slice(1), script))]
      const isDone = (): void => {
        meter.settle(metered)
        isPatient()
      }
      const answer = Promise.withResolvers<Reply>()
      const due = SUBSCRIBES.has(name) ? args.length - 1 : 0
      const { resolve: take, reject } = answer
      conversation.waiting.push({ name, due, confirmed: [], metered, resolve: take, reject, isDone })
      stream.write(encoded([options.names?.get(name) ?? args[0]!, ...args.slice(1)]))
      return signal === undefined ? answer.promise : orGivenUp(answer.promise, signal)
    },
    close: end,
    // Its messages go to who asked for the types.
    hear: () => undefined,
  }
}
