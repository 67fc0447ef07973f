import type { z } from '@qd/contract-kit'
import type {
  ConnectionEvent,
  ConnectionView,
  FrameSummary,
  TimelineView,
  simulatorConnection,
} from '../../../contract/index.ts'
import type { AskedSubscription } from '@qd/server-kit'
import type { FrameView } from '../timeline/frame-view.ts'
import type { Timeline } from '../timeline/timeline.ts'

export type Page = AskedSubscription<typeof simulatorConnection>
type StateChange = Extract<z.input<typeof simulatorConnection.event>, { kind: 'stateChanged' }>

const EVERY_MS = 100
const LAST_ROWS = 100
const MAX_CHANGED = 500
const MAX_STATE_CHANGES = 50

export interface FeedParts {
  timeline: Timeline
  view(): FrameView
  connection(page: Page): ConnectionView
  isPaused(): boolean
}

/** Tells the page what is new, ten times a second at most. What it misses while it is behind it reads as rows. */
export class PageFeed {
  readonly #parts: FeedParts
  #page: Page | null = null
  #timer: NodeJS.Timeout | null = null
  #isStateNew = false
  #areFramesNew = false
  #toldRows = 0
  #toldView = -1
  /** What the page was told last of its view. */
  #told: TimelineView | null = null
  #changed = new Set<number>()
  #stateChanges: StateChange[] = []
  /** Told to every page that comes: it may have missed them. A page knows by the frame which ones it has. */
  #recentChanges: StateChange[] = []

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  get page(): Page | null {
    return this.#page
  }

  attach(page: Page): void {
    this.#page = page
    this.#toldView = -1
    this.#isStateNew = true
    this.#areFramesNew = true
    this.#stateChanges = [...this.#recentChanges]
    this.#tell()
  }

  detach(page: Page): void {
    if (this.#page !== page) return
    this.#page = null
    this.#changed.clear()
    this.#stateChanges = []
  }

  state(): void {
    this.#isStateNew = true
    this.#plan()
  }

  frames(): void {
    this.#areFramesNew = true
    this.#plan()
  }

  /** A row the page may have on the screen is not what it was. */
  changed(n: number): void {
    if (this.#page === null || this.#changed.size >= MAX_CHANGED) return
    this.#changed.add(n)
    this.#plan()
  }

  stateChanged(change: StateChange): void {
    this.#remember(change)
    if (this.#page === null) return
    if (this.#stateChanges.length >= MAX_STATE_CHANGES) this.#stateChanges.shift()
    this.#stateChanges.push(change)
    this.#plan()
  }

  #remember(change: StateChange): void {
    // Without a frame nobody could tell whether a page has it.
    if (change.frame < 0) return
    this.#recentChanges.push(change)
    if (this.#recentChanges.length <= MAX_STATE_CHANGES) return
    this.#recentChanges.shift()
    this.#recentChanges[0] = { ...this.#recentChanges[0]!, isCut: true }
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#tell()
    this.#page = null
  }

  #plan(): void {
    if (this.#page === null || this.#timer !== null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#tell()
    }, EVERY_MS).unref()
  }

  #tell(): void {
    const page = this.#page
    if (page === null) return
    if (page.isBehind()) return this.#plan()
    const send = (event: ConnectionEvent) => page.send(event as never)
    if (this.#isStateNew) send({ kind: 'state', connection: this.#parts.connection(page) })
    if (this.#changed.size > 0) send({ kind: 'changed', rows: this.#takeChanged() })
    if (this.#areFramesNew) this.#tellFrames(send)
    for (const change of this.#stateChanges) page.send(change)
    this.#stateChanges = []
    this.#isStateNew = false
    this.#areFramesNew = false
  }

  #takeChanged(): FrameSummary[] {
    const rows = [...this.#changed].toSorted((a, b) => a - b).map((n) => this.#parts.timeline.summary(n))
    this.#changed.clear()
    return rows
  }

  #tellFrames(send: (event: ConnectionEvent) => void): void {
    const { counts } = this.#parts.timeline
    const view = this.#parts.view()
    view.follow()
    const state = view.state
    const told = this.#told
    // What is shown stays; only a filter that still reads older frames goes on with them.
    if (this.#parts.isPaused() && told?.view === state.view && told.isDone) {
      return send({ kind: 'frames', counts, view: told, last: [], more: state.shown - told.shown })
    }
    const from = state.view === this.#toldView ? this.#toldRows : 0
    const last = view.rows(state.view, Math.max(from, state.shown - LAST_ROWS), LAST_ROWS)
    this.#toldRows = state.shown
    this.#toldView = state.view
    this.#told = state
    send({ kind: 'frames', counts, view: state, last })
  }
}
