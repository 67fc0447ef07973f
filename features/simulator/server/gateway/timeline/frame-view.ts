import { AppError } from '@qd/contract-kit'
import { simulatorErrors } from '../../../contract/index.ts'
import type { FrameFilter, FrameSummary, TimelineView } from '../../../contract/index.ts'
import { bodyTest, headTest, readsBodies } from './match-filter.ts'
import type { HeadTest } from './match-filter.ts'
import type { Timeline } from './timeline.ts'

/** The reader of bodies gives way to others after this long. */
const TURN_MS = 6
const BLOCK_BYTES = 1_048_576
const FIRST_ROOM = 1_024

export interface ViewOptions {
  timeline: Timeline
  filter: FrameFilter
  /** Number of the view. */
  view: number
  messageOf(n: number): string
  /** The body of a frame as JSON; undefined when it cannot be read. */
  bodyOf(n: number, bytes: Uint8Array): unknown
  /** There is more to see. */
  onMore(): void
}

/** The frames one filter lets through, in order: their numbers in a growing list. */
export class FrameView {
  readonly #options: ViewOptions
  readonly #passes: HeadTest
  readonly #isBodyWanted: ((body: unknown) => boolean) | null
  #rows = new Uint32Array(FIRST_ROOM)
  #shown = 0
  /** Frames before this one were looked at. */
  #scanned = 0
  #isReading = false
  #isStopped = false

  constructor(options: ViewOptions) {
    this.#options = options
    const { timeline, filter, messageOf } = options
    this.#passes = headTest(timeline.index, filter, messageOf)
    this.#isBodyWanted = readsBodies(filter) ? bodyTest(filter) : null
    this.follow()
  }

  get state(): TimelineView {
    const isDone = this.#isStopped || this.#scanned === this.#options.timeline.index.length
    return { view: this.#options.view, shown: this.#shown, scanned: this.#scanned, isDone }
  }

  /** Looks at frames that came since; by heads at once, by bodies in the background. */
  follow(): void {
    if (this.#isStopped) return
    if (this.#isBodyWanted !== null) {
      if (!this.#isReading) void this.#read()
      return
    }
    const { length } = this.#options.timeline.index
    for (let n = this.#scanned; n < length; n += 1) if (this.#passes(n)) this.#show(n)
    this.#scanned = length
  }

  /** Leaves the older frames that were not read yet; what was found stays, and frames to come are looked at. */
  skipOlder(): void {
    this.#scanned = this.#options.timeline.index.length
  }

  /** Ends the reading of bodies for good: another view took its place. */
  stop(): void {
    this.#isStopped = this.#isBodyWanted !== null
  }

  #show(n: number): void {
    if (this.#shown === this.#rows.length) {
      const grown = new Uint32Array(this.#shown * 2)
      grown.set(this.#rows)
      this.#rows = grown
    }
    this.#rows[this.#shown] = n
    this.#shown += 1
  }

  async #read(): Promise<void> {
    this.#isReading = true
    const { timeline, onMore } = this.#options
    try {
      while (!this.#isStopped && this.#scanned < timeline.index.length) {
        await this.#readBlock()
        onMore()
      }
    } catch {
      // The time line was closed under the reader.
      this.#isStopped = true
    } finally {
      this.#isReading = false
    }
  }

  /** Reads the frames of about a megabyte at once: one read of the disk for many frames. */
  async #readBlock(): Promise<void> {
    const { timeline, bodyOf } = this.#options
    const { index } = timeline
    const first = this.#scanned
    let end = first + 1
    const start = index.offset[first]!
    while (end < index.length && index.offset[end]! + index.storedOf(end) - start <= BLOCK_BYTES) end += 1
    const last = end - 1
    const block = await timeline.read(start, index.offset[last]! + index.storedOf(last) - start)
    let turn = performance.now()
    // Somebody may leave older frames unread meanwhile.
    for (let n = first; n < end && n === this.#scanned && !this.#isStopped; n += 1) {
      if (this.#passes(n) && !index.isLost(n)) {
        const at = index.offset[n]! - start
        const body = bodyOf(n, block.subarray(at, at + index.storedOf(n)))
        if (body !== undefined && this.#isBodyWanted!(body)) this.#show(n)
      }
      this.#scanned = n + 1
      if (performance.now() - turn > TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve))
        turn = performance.now()
      }
    }
  }

  rows(view: number, from: number, count: number): FrameSummary[] {
    if (view !== this.#options.view) throw new AppError(simulatorErrors.simulator_view_over)
    const { timeline } = this.#options
    const rows = this.#rows.subarray(Math.min(from, this.#shown), Math.min(from + count, this.#shown))
    return Array.from(rows, (n) => timeline.summary(n))
  }

  /** Row of the frame at or before `n`; -1 for none. */
  rowOf(n: number): number {
    let low = 0
    let high = this.#shown
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#rows[middle]! <= n) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
