import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { mayTryAgain } from '../link/link-errors.ts'
import { ATTEMPTS_MAX, pauseBefore } from '../link/node-link.ts'
import type { Arg, LinkMessage, LinkState, OwnLink, RedisLink } from '../link/redis-link.ts'

/** What is subscribed to. Names are exact, patterns are globs, shard channels belong to a slot of a cluster. */
export interface Wanted {
  readonly channels?: readonly Arg[] | undefined
  readonly patterns?: readonly Arg[] | undefined
  readonly sharded?: readonly Arg[] | undefined
  /** At each master of a cluster: what a node tells of its own keys goes to its own subscribers alone. */
  readonly everyMaster?: boolean | undefined
}

export interface Hearer {
  message(message: LinkMessage): void
  /** The way was lost, is looked for, is there again; what was sent in between is missing. `lost` ends it. */
  state(state: LinkState): void
}

export interface Listening {
  end(): void
}

const READY: LinkState = { state: 'ready', attempt: 0, error: null }

/** Commands that subscribe, with the node each goes to; without one the slot of its channel decides. */
function subscriptions(link: OwnLink, { channels = [], patterns = [], sharded = [], everyMaster }: Wanted) {
  const nodes = everyMaster === true ? link.masters() : link.masters().slice(0, 1)
  const named: (readonly [string, readonly Arg[]])[] = [
    ['SUBSCRIBE', channels],
    ['PSUBSCRIBE', patterns],
  ]
  return [
    ...nodes.flatMap((node) =>
      named
        .filter(([, names]) => names.length > 0)
        .map(([name, names]) => ({ args: [name, ...names], node })),
    ),
    ...sharded.map((channel) => ({ args: ['SSUBSCRIBE', channel], node: undefined })),
  ]
}

/** Subscribed on a socket of its own until that socket ends. */
async function subscribed(link: RedisLink, wanted: Wanted, hear: Hearer['message']): Promise<OwnLink> {
  const own = await link.own()
  try {
    own.hear(hear)
    for (const { args, node } of subscriptions(own, wanted)) {
      await own.send(args, node === undefined ? {} : { node })
    }
    return own
  } catch (error) {
    own.close()
    throw error
  }
}

class Session implements Listening {
  readonly #link: RedisLink
  readonly #wanted: Wanted
  readonly #hearer: Hearer
  readonly #pauseMs: (attempt: number) => number
  readonly #unwatch: () => void
  #own: OwnLink | null = null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(link: RedisLink, wanted: Wanted, parts: { hearer: Hearer; pauseMs: typeof pauseBefore }) {
    this.#link = link
    this.#wanted = wanted
    this.#hearer = parts.hearer
    this.#pauseMs = parts.pauseMs
    // The session, the rights or the connection went: the sockets of it are closed already.
    this.#unwatch = link.watch((state) => {
      if (state.state === 'lost') this.#lose(state)
    })
  }

  async open(): Promise<void> {
    const own = await subscribed(this.#link, this.#wanted, (message) => this.#hears(message))
    if (this.#isOver) return own.close()
    this.#own = own
    own.watch(({ state, error }) => {
      if (state !== 'ready') this.#again(own, error)
    })
  }

  #hears(message: LinkMessage): void {
    if (this.#isOver) return
    if (message.kind === 'moved') this.#again(this.#own, null)
    else this.#hearer.message(message)
  }

  /** A socket that was lost has lost its subscriptions: all are made again on a new one, wherever they belong now. */
  #again(own: OwnLink | null, error: Error | null): void {
    if (this.#isOver || own === null || this.#own !== own) return
    this.#own = null
    own.close()
    this.#try(1, error)
  }

  #try(attempt: number, error: Error | null): void {
    this.#hearer.state({ state: 'reconnecting', attempt, error })
    this.#timer = setTimeout(() => void this.#opened(attempt), this.#pauseMs(attempt))
  }

  async #opened(attempt: number): Promise<void> {
    try {
      await this.open()
      if (!this.#isOver) this.#hearer.state(READY)
    } catch (error) {
      if (!this.#isOver) this.#failed(attempt, error as Error)
    }
  }

  #failed(attempt: number, error: Error): void {
    if (mayTryAgain(error) && attempt < ATTEMPTS_MAX) return this.#try(attempt + 1, error)
    const tooMany = new AppError(redisErrors.redis_too_many_attempts, {
      params: { attempts: attempt },
      cause: error,
    })
    this.#lose({ state: 'lost', attempt, error: mayTryAgain(error) ? tooMany : error })
  }

  #lose(state: LinkState): void {
    if (this.#isOver) return
    this.end()
    this.#hearer.state(state)
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#unwatch()
    this.#own?.close()
  }
}

/**
 * Subscribes on a socket of its own and tells what comes, until `end`. A lost way is looked for again as that of any link.
 * Rejects with what the server says of a subscription. Only the guard calls it: `RedisDatabase.listen`.
 */
export async function listen(
  link: RedisLink,
  wanted: Wanted,
  hearer: Hearer,
  pauseMs = pauseBefore,
): Promise<Listening> {
  const session = new Session(link, wanted, { hearer, pauseMs })
  try {
    await session.open()
    return session
  } catch (error) {
    session.end()
    throw error
  }
}
