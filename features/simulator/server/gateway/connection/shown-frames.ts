import type { FrameFilter, TimelineView } from '../../../contract/index.ts'
import type { MessageBook } from '../messages.ts'
import { FrameView } from '../timeline/frame-view.ts'
import type { Timeline } from '../timeline/timeline.ts'

export interface ShownParts {
  timeline: Timeline
  book(): MessageBook
  onMore(): void
}

/** The one view of a connection: a new filter ends the one before. */
export class ShownFrames {
  readonly #parts: ShownParts
  #views = 0
  #view: FrameView

  constructor(parts: ShownParts) {
    this.#parts = parts
    this.#view = this.#begin({})
  }

  get view(): FrameView {
    return this.#view
  }

  show(filter: FrameFilter): TimelineView {
    this.#view.stop()
    this.#view = this.#begin(filter)
    this.#parts.onMore()
    return this.#view.state
  }

  #begin(filter: FrameFilter): FrameView {
    this.#views += 1
    const { timeline, onMore } = this.#parts
    return new FrameView({
      timeline,
      filter,
      view: this.#views,
      messageOf: (n) => this.#parts.book().messageOf(this.#headOf(n)),
      bodyOf: (n, bytes) => this.#bodyOf(n, bytes),
      onMore,
    })
  }

  #bodyOf(n: number, bytes: Uint8Array): unknown {
    const { index } = this.#parts.timeline
    const head = this.#headOf(n)
    const body = bytes.subarray(index.bodyAt[n]!, index.bodyAt[n]! + index.bodySize[n]!)
    const book = this.#parts.book()
    return head.status === 0 ? book.decode(book.messageOf(head), body) : book.decodeRefusal(body)
  }

  #headOf(n: number) {
    const { index } = this.#parts.timeline
    return { cmd: index.cmd[n]!, direction: index.directionOf(n), status: index.status[n]! }
  }
}
