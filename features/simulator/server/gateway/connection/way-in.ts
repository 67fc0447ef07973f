import type { Opened } from '@qd/game-frame'
import type { ConnectionStep } from '../../../contract/index.ts'
import type { PlayerState } from '@qd/player-diff'
import type { Attempt } from './audit-trail.ts'
import type { ConnectionOptions } from './connection-options.ts'
import type { GameConnection } from './connection.ts'
import type { EnterStep, PreparedWay } from './game-way.ts'
import { Steps } from './steps.ts'
import type { Traffic } from './traffic.ts'

export interface WayInParts {
  options: ConnectionOptions
  traffic: Traffic
  state: PlayerState
  /** A step began or ended. */
  onChange(): void
}

/** The steps from nothing to an open connection, and what was learned on the way. */
export class WayIn {
  readonly #parts: WayInParts
  readonly #steps: Steps
  /** What the last attempt found out, or a capture says; null before that. */
  prepared: PreparedWay | null = null
  /** What the game said when it opened. */
  opened: Opened = {}
  /** Who entered; empty until the game said so. */
  uId = ''

  constructor(parts: WayInParts) {
    this.#parts = parts
    this.#steps = new Steps(parts.onChange)
  }

  view(say: (error: unknown) => { code: string; msg: string }): ConnectionStep[] {
    return this.#steps.view(say)
  }

  /** Seconds between two heartbeats, as the game or else the layout says; 0: none. */
  get beatSeconds(): number {
    return this.opened.heartbeatSeconds ?? this.prepared?.descriptor.heartbeat?.everySeconds ?? 0
  }

  clear(): void {
    this.opened = {}
    this.#steps.clear()
  }

  /** Goes through the steps; throws where one fails. */
  async go(connection: GameConnection, signal: AbortSignal, attempt: Attempt): Promise<void> {
    const { options, traffic, state } = this.#parts
    const { way, news } = options
    const prepared = await this.#steps.run('connectionInfo', async () => {
      const found = await way.prepare(signal)
      this.prepared = found
      signal.throwIfAborted()
      await news.connecting(connection, attempt)
      return found
    })
    traffic.book = await this.#steps.run('definitions', async () => {
      const [book, rules] = await Promise.all([prepared.definitions(signal), options.rules(signal)])
      state.setRules(rules)
      return book
    })
    signal.throwIfAborted()
    await this.#steps.run('socket', () => traffic.open(prepared, signal))
    if (prepared.descriptor.opening !== undefined) {
      this.opened = await this.#steps.run('handshake', () => traffic.sayOpening(signal))
    }
    if (prepared.enter === null) {
      this.#steps.skip('enter')
      return this.#steps.skip('enterReply')
    }
    await this.#enter(prepared.enter, signal)
  }

  async #enter(enter: EnterStep, signal: AbortSignal): Promise<void> {
    const { traffic } = this.#parts
    const sent = await this.#steps.run('enter', () => traffic.send(enter.cmd, enter.body(traffic.book)))
    await this.#steps.run('enterReply', async () => {
      const { status, body } = await traffic.reply(sent.seq, signal)
      const read =
        status === 0
          ? traffic.book.decode(traffic.book.command(enter.cmd)?.res ?? '', body)
          : traffic.book.decodeRefusal(body)
      this.uId = await enter.entered(status, read)
    })
  }
}
