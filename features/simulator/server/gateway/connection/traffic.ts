import { hasSequence, OpeningRefused } from '@qd/game-frame'
import type { Opened } from '@qd/game-frame'
import { AppError, coreErrors } from '@qd/contract-kit'
import { simulatorErrors } from '../../../contract/index.ts'
import type { NetworkConditions } from '../../../contract/index.ts'
import { GameLink, LinkClosed } from '../link/game-link.ts'
import type { FrameFields, LinkFault, LinkFrame } from '../link/game-link.ts'
import { EMPTY_BOOK } from '../messages.ts'
import type { MessageBook } from '../messages.ts'
import type { PlayerState } from '@qd/player-diff'
import type { Timeline } from '../timeline/timeline.ts'
import { CommandPairs } from './command-pairs.ts'
import type { PreparedWay } from './game-way.ts'
import type { PageFeed } from './page-feed.ts'
import { ReplyWaits } from './reply-waits.ts'
import type { WaitedReply } from './reply-waits.ts'

export interface TrafficParts {
  timeline: Timeline
  state: PlayerState
  feed(): PageFeed
  /** The socket went by itself. */
  onLost(msg: string): void
}

const NO_NETWORK: NetworkConditions = { delayMs: 0, bytesPerSecond: 0, isHalfOpen: false }

const OPENING_WITHIN_MS = 10_000

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

function openingFault(error: unknown, isLate: boolean): unknown {
  const fault = (def: typeof coreErrors.upstream_down, reason: string) =>
    new AppError(def, { params: { reason, outcome: { text: 'upstream.unchanged' } }, cause: error })
  if (isLate) return fault(coreErrors.upstream_timeout, `${OPENING_WITHIN_MS} ms`)
  if (error instanceof OpeningRefused) return fault(coreErrors.upstream_refused, error.message)
  return error instanceof LinkClosed ? fault(coreErrors.upstream_down, error.message) : error
}

/** The frames of one connection over whatever socket it has now. */
export class Traffic {
  book: MessageBook = EMPTY_BOOK
  /** Texts of commands by their numbers, as the layout has them or the game said when it opened. */
  routes: ReadonlyMap<number, string> = new Map()
  #layoutRoutes: ReadonlyMap<string, number> = new Map()
  readonly #parts: TrafficParts
  readonly #replies = new ReplyWaits()
  /** For layouts without a sequence. */
  readonly #pairs = new CommandPairs(() => this.book)
  #isPaired = false
  #link: GameLink | null = null
  #network = NO_NETWORK

  constructor(parts: TrafficParts) {
    this.#parts = parts
  }

  get network(): NetworkConditions {
    return this.#network
  }

  set network(network: NetworkConditions) {
    this.#network = network
    this.#link?.setNetwork(network)
  }

  /** Whether one more request can leave now. */
  get isFree(): boolean {
    return this.#link !== null && this.#link.isOpen && !this.#link.isFull
  }

  async open({ descriptor, connect }: PreparedWay, signal: AbortSignal): Promise<void> {
    const { timeline } = this.#parts
    const link: GameLink = new GameLink(descriptor, {
      onFrame: (frame, body) => this.#take(frame, body),
      onFault: (fault) => this.#takeFault(fault),
      onClose: ({ msg }) => {
        if (this.#link !== link) return
        this.#link = null
        this.#replies.failAll(msg)
        this.#parts.onLost(msg)
      },
      isBehind: () => timeline.isBehind,
      caughtUp: () => timeline.caughtUp(),
    })
    link.setNetwork(this.#network)
    this.#layoutRoutes = new Map(Object.entries(descriptor.routes ?? {}))
    this.routes = new Map([...this.#layoutRoutes].map(([text, cmd]) => [cmd, text]))
    this.#link = link
    timeline.forgetOpenRequests()
    this.#pairs.clear()
    this.#isPaired = !hasSequence(descriptor)
    await link.open((handlers) => connect(handlers, signal))
  }

  /** Goes through the opening of the layout; throws what stands in its way, in words for people. */
  async sayOpening(signal: AbortSignal): Promise<Opened> {
    if (this.#link === null) throw new AppError(simulatorErrors.simulator_not_open)
    const late = AbortSignal.timeout(OPENING_WITHIN_MS)
    const either = AbortSignal.any([signal, late])
    try {
      const opened = await Promise.race([this.#link.sayOpening(), ended(either)])
      const told = [...(opened.routes ?? [])].map(([text, cmd]): [number, string] => [cmd, text])
      // The layout's own numbers come first, as they do in the frames.
      this.routes = new Map([...told, ...this.routes])
      return opened
    } catch (error) {
      signal.throwIfAborted()
      throw openingFault(error, late.aborted)
    }
  }

  #take(cut: LinkFrame, body: Uint8Array): void {
    const frame = this.#isPaired ? this.#pairs.take(cut) : cut
    const { timeline, state } = this.#parts
    const feed = this.#parts.feed()
    const added = timeline.add(frame)
    if (frame.direction === 'reply') this.#replies.settle(frame.seq, { status: frame.status, body })
    if (added !== null && added.pairedWith !== null) feed.changed(added.pairedWith)
    if (frame.direction !== 'request' && frame.status === 0) {
      const told = state.take(added?.n ?? -1, () => this.book.decode(this.book.messageOf(frame), body))
      if (told !== null) feed.stateChanged({ kind: 'stateChanged', frame: added?.n ?? -1, ...told })
    }
    feed.frames()
  }

  #takeFault({ code, offset, text, bytes }: LinkFault): void {
    const head = { direction: 'fault', cmd: 0, seq: 0, status: 0, bodyAt: 0, bodySize: 0 } as const
    this.#parts.timeline.add({ ...head, bytes, size: bytes.length, fault: { code, offset, text } })
    this.#parts.feed().frames()
  }

  /** The layout's number of a command; a game reads its own number of the same text as the same command. */
  layoutNumber(cmd: number): number {
    return this.#layoutRoutes.get(this.routes.get(cmd) ?? '') ?? cmd
  }

  /** Sends a request; `n` is -1 where the time line has no room for it. */
  send(cmd: number, body: Uint8Array, fields?: FrameFields): { n: number; seq: number } {
    if (this.#link?.isOpen !== true) throw new AppError(simulatorErrors.simulator_not_open)
    if (this.#link.isFull) throw new AppError(coreErrors.too_many_requests)
    const { index } = this.#parts.timeline
    const n = index.length
    try {
      const { seq } = this.#link.send(cmd, body, fields)
      return { n: index.length > n ? n : -1, seq }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new AppError(simulatorErrors.simulator_body_invalid, {
        field: 'body',
        params: { path: 'body', reason: error.message },
        cause: error,
      })
    }
  }

  reply(seq: number, signal: AbortSignal): Promise<WaitedReply> {
    return this.#replies.wait(seq, signal)
  }

  /** Ends the socket on purpose; `onLost` is not told. */
  leave(how: 'terminate' | 'close', reason: string): void {
    const link = this.#link
    this.#link = null
    this.#replies.failAll(reason)
    link?.[how]()
  }
}
