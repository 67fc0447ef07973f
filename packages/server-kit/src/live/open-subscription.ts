import { AppError, coreErrors } from '@qd/contract-kit'
import type { LiveAsk } from '@qd/contract-kit'
import { safeParse } from 'zod/v4/core'
import { parseAsked } from './admit-to-channel.ts'
import type { OpenedChannel, ServedChannel } from './serve-channel.ts'

/** Asks of one subscription that wait for their answer; a page that asks on and on is told to wait. */
const MAX_ASKS = 16
const MAX_NAME = 64

export interface AskFrame {
  ask?: unknown
  name?: unknown
  input?: unknown
}

type Handler = (input: unknown) => unknown

function numberOf({ ask }: AskFrame): number {
  if (typeof ask === 'number' && Number.isSafeInteger(ask) && ask > 0) return ask
  throw new AppError(coreErrors.invalid_request)
}

/** One open channel of a socket, and what it is asked. */
export class OpenSubscription {
  readonly served: ServedChannel
  readonly open: unknown
  /** When its rights were last looked at, ms of the process. */
  checkedAt = 0
  #opened: OpenedChannel | null = null
  #isEnded = false
  readonly #asking = new Set<number>()

  constructor(served: ServedChannel, open: unknown) {
    this.served = served
    this.open = open
  }

  get name(): string {
    return this.served.channel.name
  }

  begin(opened: OpenedChannel): void {
    this.#opened = opened
    if (this.#isEnded) this.#opened.end()
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#opened?.end()
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Runs one ask; the reply is what its schema lets through. */
  async answer(frame: AskFrame): Promise<unknown> {
    const number = numberOf(frame)
    if (this.#asking.has(number)) throw new AppError(coreErrors.invalid_request)
    if (this.#asking.size >= MAX_ASKS) throw new AppError(coreErrors.too_many_requests)
    this.#asking.add(number)
    try {
      return await this.#run(frame)
    } finally {
      this.#asking.delete(number)
    }
  }

  async #run({ name, input }: AskFrame): Promise<unknown> {
    const { channel } = this.served
    const asks = channel.asks as Record<string, LiveAsk> | undefined
    const known = typeof name === 'string' && name.length <= MAX_NAME && Object.hasOwn(asks ?? {}, name)
    const declared = known ? asks?.[name as string] : undefined
    const handler = known
      ? (this.#opened?.asks as Record<string, Handler> | undefined)?.[name as string]
      : undefined
    // Without a handler it has not been opened yet: a page asks only after `opened`.
    if (declared === undefined || handler === undefined) throw new AppError(coreErrors.not_found)
    const reply = await handler(parseAsked(channel, declared.input, input))
    const checked = safeParse(declared.reply, reply)
    if (checked.success) return checked.data
    const issue = checked.error.issues[0]
    throw new Error(
      `reply of ${channel.name} ${String(name)} breaks its contract at ${issue?.path.join('.')}`,
    )
  }
}
