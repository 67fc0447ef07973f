import { AppError, coreErrors } from '@qd/contract-kit'
import { DEFAULT_LANGUAGE, textIn } from '@qd/i18n'
import { simulatorErrors } from '../../../contract/index.ts'
import type { ConnectionView, NetworkConditions } from '../../../contract/index.ts'
import { CaptureReader } from '../capture/capture-reader.ts'
import type { MessageBook } from '../messages.ts'
import { PlayerState } from '@qd/player-diff'
import { refusalWords } from '../timeline/refusal-words.ts'
import { Timeline } from '../timeline/timeline.ts'
import type { TimelineNote } from '../timeline/timeline.ts'
import type { Attempt } from './audit-trail.ts'
import { connectionView } from './connection-view.ts'
import type { ConnectionOptions } from './connection-options.ts'
import type { PreparedWay } from './game-way.ts'
import { Heartbeat, reasonOf } from './heartbeat.ts'
import { PageFeed } from './page-feed.ts'
import type { Page } from './page-feed.ts'
import { Reconnecting } from './reconnecting.ts'
import { RepeatedSend } from './repeated-send.ts'
import { ShownFrames } from './shown-frames.ts'
import { Traffic } from './traffic.ts'
import { WayIn } from './way-in.ts'

/** One connection to a game with its time line. It outlives its socket, and for a minute its page. */
export class GameConnection {
  readonly id: string
  readonly options: ConnectionOptions
  readonly timeline: Timeline
  readonly feed: PageFeed
  readonly state: PlayerState
  #phase: ConnectionView['phase'] = 'closed'
  readonly #reconnecting: Reconnecting
  readonly #repeated: RepeatedSend
  /** What the page looks at. */
  readonly shown: ShownFrames
  readonly #traffic: Traffic
  readonly #wayIn: WayIn
  #opening: AbortController | null = null
  readonly #heartbeat = new Heartbeat(
    () => this.#beat(),
    (error) => this.note({ key: 'simulator.note.heartbeatFailed', params: { reason: reasonOf(error) } }),
  )
  #isPaused = false
  #capture: CaptureReader | null = null
  #why: unknown = null
  isEnded = false
  /** Called once, when it ends for good. */
  onEnd: () => void = () => undefined

  constructor(options: ConnectionOptions) {
    this.id = options.id
    this.options = options
    this.timeline = new Timeline({
      ...options.timeline,
      isHeartbeat: (cmd) => cmd === this.#wayIn.prepared?.descriptor.heartbeat?.cmd,
      messageOf: (frame) => this.book.messageOf(frame) || (this.#traffic.routes.get(frame.cmd) ?? ''),
      wordsOf: (body) => refusalWords(this.book.decodeRefusal(body)),
      sayWords: (words) => textIn(words, this.feed.page?.language ?? DEFAULT_LANGUAGE),
      sayNote: ({ key, params }) => this.feed.page?.text(key, params) ?? '',
    })
    this.state = new PlayerState(() => this.note({ key: 'simulator.note.stateFull' }))
    this.#traffic = new Traffic({
      timeline: this.timeline,
      state: this.state,
      feed: () => this.feed,
      onLost: (msg) => this.#lose(msg),
    })
    this.#wayIn = new WayIn({
      options,
      traffic: this.#traffic,
      state: this.state,
      onChange: () => this.feed.state(),
    })
    this.shown = new ShownFrames({
      timeline: this.timeline,
      book: () => this.book,
      onMore: () => this.feed?.frames(),
    })
    this.feed = new PageFeed({
      timeline: this.timeline,
      view: () => this.shown.view,
      connection: (page) => this.view(page),
      isPaused: () => this.#isPaused,
    })
    this.#reconnecting = new Reconnecting(() => void this.open())
    this.#repeated = new RepeatedSend(
      (cmd, body) => this.#traffic.send(cmd, body).n,
      () => this.feed.state(),
    )
  }

  get uId(): string {
    return this.#wayIn.uId
  }

  /** The player who entered, or who is about to, as far as anybody knows. */
  get actsAs(): string {
    return this.#wayIn.uId === '' ? (this.#wayIn.prepared?.uId ?? '') : this.#wayIn.uId
  }

  get deviceId(): string {
    return this.#wayIn.prepared?.deviceId ?? ''
  }

  get phase(): ConnectionView['phase'] {
    return this.#phase
  }

  get book(): MessageBook {
    return this.#traffic.book
  }

  view(page: Page): ConnectionView {
    return connectionView(this, page, {
      phase: this.#phase,
      steps: this.#wayIn.view((error) => page.failure(error)),
      layout: this.#wayIn.prepared?.descriptor,
      isBeating: this.#heartbeat.isOn,
      beatSeconds: this.#wayIn.beatSeconds,
      network: this.#traffic.network,
      reconnect: this.#reconnecting.view,
      why: this.#why,
      isPaused: this.#isPaused,
      repeating: this.#repeated.view,
    })
  }

  /** Shows frames that came from elsewhere: as they were cut and read. */
  inspect(prepared: PreparedWay, book: MessageBook): void {
    this.#wayIn.prepared = prepared
    this.#traffic.book = book
    this.feed.state()
  }

  /** Takes the text of a capture; only of a connection that shows one. */
  get capture(): CaptureReader {
    if (this.isEnded) throw new AppError(simulatorErrors.simulator_connection_gone)
    const { descriptor } = this
    if (this.options.target.kind !== 'capture' || descriptor === null)
      throw new AppError(coreErrors.not_found)
    const { timeline, book } = { timeline: this.timeline, book: () => this.book }
    const { share } = this.options.timeline
    const isKept = this.options.target.keptId !== undefined
    this.#capture ??= new CaptureReader({ descriptor, timeline, book, share, isKept })
    return this.#capture
  }

  /** How frames are cut; null before that is known. */
  get descriptor(): PreparedWay['descriptor'] | null {
    return this.#wayIn.prepared?.descriptor ?? null
  }

  /** Goes through the steps to an open connection; a failure is told in the step, and tried again where that is wanted. */
  async open(): Promise<void> {
    if (this.isEnded || this.options.target.kind === 'capture') return
    if (this.#phase === 'connecting' || this.#phase === 'open') return
    const opening = new AbortController()
    this.#opening = opening
    const attempt: Attempt = { intent: null }
    this.#setPhase('connecting')
    this.#wayIn.clear()
    this.#why = null
    try {
      await this.#wayIn.go(this, opening.signal, attempt)
      opening.signal.throwIfAborted()
      this.#reconnecting.succeeded()
      this.#setPhase('open')
      this.options.news.opened(this, attempt)
      this.#startBeat()
    } catch (error) {
      if (opening.signal.aborted) return this.options.news.givenUp(this, attempt)
      this.options.news.failed(this, attempt, error)
      this.#why = error
      this.#opening = null
      this.#traffic.leave('terminate', 'failed')
      this.#afterLoss()
    }
  }

  note(note: TimelineNote): void {
    if (this.isEnded) return
    this.timeline.note(note)
    this.feed.frames()
  }

  /** The socket went: by the game, by the network or because it could not be read any more. */
  #lose(msg: string): void {
    const wasOpen = this.#phase === 'open'
    this.#heartbeat.stop()
    this.#repeated.stop()
    if (!wasOpen) return
    this.#why = new AppError(coreErrors.upstream_down, {
      params: { reason: msg, outcome: { text: 'upstream.unchanged' } },
    })
    this.note({ key: 'simulator.note.lost', params: { reason: msg } })
    this.options.news.lost(this, 'lost', msg)
    this.#afterLoss()
  }

  #afterLoss(): void {
    this.#setPhase(this.#reconnecting.plan() ? 'waiting' : 'closed')
  }

  #setPhase(phase: ConnectionView['phase']): void {
    this.#phase = phase
    this.feed.state()
  }

  /** Ends the socket on purpose. `drop` is what a lost network does, so that reconnecting takes part in it. */
  leave(how: 'dropped' | 'disconnected'): void {
    this.#opening?.abort()
    this.#opening = null
    this.#heartbeat.stop()
    this.#repeated.stop()
    const wasOn = this.#phase !== 'closed'
    this.#traffic.leave(how === 'dropped' ? 'terminate' : 'close', how)
    if (!wasOn) return
    this.note({ key: `simulator.note.${how}` })
    this.options.news.lost(this, how, '')
    if (how === 'dropped' && this.#phase !== 'waiting') this.#afterLoss()
    else {
      this.#reconnecting.cancel()
      this.#setPhase('closed')
    }
  }

  reconnect({ isOn, now }: { isOn?: boolean | undefined; now?: boolean | undefined }): void {
    if (isOn !== undefined) this.#reconnecting.switch(isOn)
    if (!this.#reconnecting.isWaiting && this.#phase === 'waiting') this.#setPhase('closed')
    if (now === true) {
      this.#reconnecting.cancel()
      if (this.#phase === 'waiting') this.#phase = 'closed'
      void this.open()
    }
    this.feed.state()
  }

  setNetwork(network: NetworkConditions): void {
    const wasHalfOpen = this.#traffic.network.isHalfOpen
    this.#traffic.network = network
    if (network.isHalfOpen !== wasHalfOpen) {
      this.note({ key: network.isHalfOpen ? 'simulator.note.halfOpen' : 'simulator.note.whole' })
    }
    this.feed.state()
  }

  setHeartbeat(isOn: boolean): void {
    if (isOn !== this.#heartbeat.isOn) {
      this.note({ key: isOn ? 'simulator.note.heartbeatOn' : 'simulator.note.heartbeatOff' })
    }
    this.#heartbeat.isOn = isOn
    if (isOn) this.#startBeat()
    else this.#heartbeat.stop()
    this.feed.state()
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.feed.frames()
    this.feed.state()
  }

  #beat(): void {
    const beat = this.#wayIn.prepared?.descriptor.heartbeat
    // A beat that cannot leave shows as a connection that ends.
    if (beat === undefined || !this.#traffic.isFree) return
    this.#traffic.send(beat.cmd, this.book.emptyBody(beat.cmd), beat.fields)
  }

  #startBeat(): void {
    if (this.#phase === 'open') this.#heartbeat.start(this.#wayIn.beatSeconds)
  }

  layoutNumber(cmd: number): number {
    return this.#traffic.layoutNumber(cmd)
  }

  /** Sends one request, or the first of several. */
  send(
    cmd: number,
    body: Uint8Array,
    repeat?: { times: number; everyMs: number },
  ): { n: number; seq: number } {
    if (this.#phase !== 'open') throw new AppError(simulatorErrors.simulator_not_open)
    const sent = this.#traffic.send(cmd, body)
    if (repeat !== undefined) this.#repeated.start(cmd, body, repeat)
    return sent
  }

  stopRepeat(): number {
    return this.#repeated.stop()
  }

  /** Ends it for good. */
  async end(): Promise<void> {
    if (this.isEnded) return
    this.isEnded = true
    this.onEnd()
    this.#reconnecting.switch(false)
    this.leave('disconnected')
    this.shown.view.stop()
    this.feed.end()
    await this.timeline.close()
    this.options.timeline.share.release()
  }
}
