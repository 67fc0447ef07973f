import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { mayTryAgain, NotSent } from './link-errors.ts'
import type { NodeSocket } from './node-socket.ts'
import { orGivenUp } from './node-socket.ts'
import type { Arg, LinkMessage, LinkState, Reply, ScriptLimit } from './redis-link.ts'

/** Pause before a further try, in milliseconds. */
export const pauseBefore = (attempt: number): number => Math.min(250 * 2 ** (attempt - 1), 10_000)

export const ATTEMPTS_MAX = 10

export interface NodeLinkOptions {
  /** Goes the whole way once more. */
  open: (signal: AbortSignal) => Promise<NodeSocket>
  /** How long a command that was not sent waits for the way. */
  timeoutMs: number
  onState: (state: LinkState) => void
  onMessage?: ((message: LinkMessage) => void) | undefined
  pauseMs?: ((attempt: number) => number) | undefined
  /** It ends with its socket: what WATCH or MULTI began there is not begun on another one. */
  isOnce?: boolean | undefined
}

const READY: LinkState = { state: 'ready', attempt: 0, error: null }

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** A connection that finds its way again; what was sent when it was lost is never sent again. */
export class NodeLink {
  readonly #options: NodeLinkOptions
  readonly #closing = new AbortController()
  #socket: NodeSocket | null = null
  #next = Promise.withResolvers<NodeSocket>()
  #state: LinkState = { state: 'reconnecting', attempt: 0, error: null }

  constructor(options: NodeLinkOptions) {
    this.#options = options
    this.#next.promise.catch(() => undefined)
  }

  get state(): LinkState {
    return this.#state
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Goes the way for the first time; it is not tried again. */
  async start(): Promise<void> {
    try {
      this.#take(await this.#options.open(this.#closing.signal))
    } catch (error) {
      this.#give({ state: 'lost', attempt: 0, error: error as Error })
      throw error
    }
  }

  #tell(state: LinkState): void {
    this.#state = state
    if (!this.isClosed) this.#options.onState(state)
  }

  #give(state: LinkState): void {
    this.#tell(state)
    this.#next.reject(state.error ?? new NotSent())
  }

  #take(socket: NodeSocket): void {
    if (this.isClosed) {
      socket.close()
      throw new NotSent()
    }
    this.#socket = socket
    const { onMessage } = this.#options
    if (onMessage !== undefined) socket.hear(onMessage)
    void socket.ended.then(() => this.#again())
    this.#tell(READY)
    this.#next.resolve(socket)
  }

  async #again(): Promise<void> {
    this.#socket = null
    if (this.isClosed) return
    this.#next = Promise.withResolvers()
    this.#next.promise.catch(() => undefined)
    const { signal } = this.#closing
    const { open, pauseMs = pauseBefore, isOnce = false } = this.#options
    if (isOnce) {
      const error = new AppError(redisErrors.redis_outcome_unknown)
      return this.#give({ state: 'lost', attempt: 0, error })
    }
    let error: Error | null = null
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      this.#tell({ state: 'reconnecting', attempt, error })
      await pause(pauseMs(attempt), signal)
      if (signal.aborted) return
      try {
        this.#take(await open(signal))
        return
      } catch (fault) {
        error = fault as Error
        if (this.isClosed) return
        if (!mayTryAgain(error)) return this.#give({ state: 'lost', attempt, error })
      }
    }
    const tooMany = new AppError(redisErrors.redis_too_many_attempts, {
      params: { attempts: ATTEMPTS_MAX },
      cause: error,
    })
    this.#give({ state: 'lost', attempt: ATTEMPTS_MAX, error: tooMany })
  }

  /** An open socket; waits for one while the way is looked for. */
  #socketNow(signal: AbortSignal | undefined): Promise<NodeSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<NodeSocket>()
    const late = setTimeout(
      () => reject(this.#state.error ?? new AppError(redisErrors.redis_timeout)),
      this.#options.timeoutMs,
    )
    this.#next.promise.then(resolve, reject).finally(() => clearTimeout(late))
    return signal === undefined ? promise : orGivenUp(promise, signal)
  }

  /** Rejects with NotSent when the link was closed and nothing has left. */
  async send(args: readonly Arg[], signal?: AbortSignal, script?: ScriptLimit): Promise<Reply> {
    for (;;) {
      if (this.isClosed) throw new NotSent()
      const socket = this.#socket ?? (await this.#socketNow(signal))
      try {
        return await socket.send(args, signal, script)
      } catch (error) {
        if (!(error instanceof NotSent)) throw error
        // It ended a moment ago, and its end is told in a moment.
        await socket.ended
      }
    }
  }

  /** ASKING and a command directly behind it. */
  async ask(args: readonly Arg[], signal?: AbortSignal, script?: ScriptLimit): Promise<Reply> {
    const socket = this.#socket ?? (await this.#socketNow(signal))
    const [, reply] = await Promise.all([socket.send(['ASKING']), socket.send(args, signal, script)])
    return reply
  }

  /** Leaves the server it is at and looks for the way again. */
  reopen(): void {
    this.#socket?.close()
  }

  close(): void {
    if (this.isClosed) return
    this.#closing.abort()
    this.#socket?.close()
    this.#next.reject(new NotSent())
  }
}
