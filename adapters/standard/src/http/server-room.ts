import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { Asker } from '@qd/game-contract/adapter'
import { givenUpError } from './dial-failure.ts'

export interface RoomLimits {
  /** Calls to one server at a time. */
  maxInFlight: number
  /** Of these, for one person. */
  perAsker: number
  /** Of these, for work nobody waits for. */
  background: number
  /** The last free places are kept for people who have no call under way. */
  forNewcomers: number
  /** Longest wait for a place. */
  queueMs: number
}

interface Waiting {
  enter(): void
}

const BACKGROUND_KEY = 'background'

function keyOf(asker: Asker): string {
  if (asker.kind === 'background') return BACKGROUND_KEY
  return asker.kind === 'person' ? `person ${asker.id}` : 'shared'
}

function fullError(): GameError {
  const msg = 'too many calls to this server'
  return new GameError({ kind: 'refused', code: GAME_CODES.busy, msg, retryable: true, isOurs: true })
}

/**
 * The places for calls to one server, shared fairly: people take turns and nobody has more than their part, background
 * work gets what people leave. Whoever waits too long is refused as busy.
 */
export class ServerRoom {
  readonly #limits: RoomLimits
  readonly #inside = new Map<string, number>()
  /** Who waits, in the order of their turns. */
  readonly #queues = new Map<string, Set<Waiting>>()
  #total = 0

  constructor(limits: RoomLimits) {
    this.#limits = limits
  }

  /** Takes a place, waiting for one where needed, and gives what frees it; rejects with `given_up` or as busy. */
  async enter(asker: Asker, signal: AbortSignal | undefined): Promise<() => void> {
    if (signal?.aborted === true) throw givenUpError(false, signal.reason)
    const key = keyOf(asker)
    if (this.#mayEnter(key)) this.#add(key)
    else await this.#wait(key, signal)
    let isInside = true
    return () => {
      if (isInside) this.#leave(key)
      isInside = false
    }
  }

  #mayEnter(key: string): boolean {
    const { maxInFlight, perAsker, background, forNewcomers } = this.#limits
    const free = maxInFlight - this.#total
    const own = this.#inside.get(key) ?? 0
    const isBackground = key === BACKGROUND_KEY
    if (own >= (isBackground ? background : perAsker)) return false
    return free > (own === 0 && !isBackground ? 0 : forNewcomers)
  }

  #add(key: string): void {
    this.#total += 1
    this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1)
  }

  #leave(key: string): void {
    this.#total -= 1
    const left = (this.#inside.get(key) ?? 1) - 1
    if (left === 0) this.#inside.delete(key)
    else this.#inside.set(key, left)
    this.#admitNext()
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = this.#queues.get(key) ?? new Set()
    this.#queues.set(key, queue)
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      queue.delete(waiting)
      if (queue.size === 0 && this.#queues.get(key) === queue) this.#queues.delete(key)
    }
    const refuse = (error: GameError) => {
      end()
      reject(error)
    }
    const leave = () => refuse(givenUpError(false, signal?.reason))
    const waiting = {
      enter: () => {
        end()
        this.#add(key)
        resolve()
      },
    }
    const timer = setTimeout(() => refuse(fullError()), this.#limits.queueMs)
    signal?.addEventListener('abort', leave, { once: true })
    queue.add(waiting)
    return promise
  }

  /** Lets in whoever may; after each change nobody waits who could be inside. */
  #admitNext(): void {
    for (let key = this.#nextKey(); key !== undefined; key = this.#nextKey()) {
      const queue = this.#queues.get(key)
      const [first] = queue ?? []
      // To the end of the turns; `enter` forgets an empty queue.
      this.#queues.delete(key)
      if (queue !== undefined) this.#queues.set(key, queue)
      first?.enter()
    }
  }

  #nextKey(): string | undefined {
    const people = [...this.#queues.keys()].find((key) => key !== BACKGROUND_KEY && this.#mayEnter(key))
    if (people !== undefined) return people
    return this.#queues.has(BACKGROUND_KEY) && this.#mayEnter(BACKGROUND_KEY) ? BACKGROUND_KEY : undefined
  }
}
