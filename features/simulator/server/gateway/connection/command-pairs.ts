import type { MessageBook } from '../messages.ts'

/** Requests that wait for an answer; the oldest is forgotten first. */
const MAX_ASKED = 4_096

interface Headed {
  direction: string
  cmd: number
  seq: number
}

/** Pairs frames of a layout without a sequence: what comes answers the oldest request of its command. */
export class CommandPairs {
  readonly #book: () => MessageBook
  #asked: { cmd: number; seq: number }[] = []

  constructor(book: () => MessageBook) {
    this.#book = book
  }

  clear(): void {
    this.#asked = []
  }

  /** Notes a request; gives what came as the reply it is, with the sequence of its request. */
  take<F extends Headed>(frame: F): F {
    const { direction, cmd, seq } = frame
    if (direction === 'request') {
      this.#asked.push({ cmd, seq })
      if (this.#asked.length > MAX_ASKED) this.#asked.shift()
      return frame
    }
    if (direction !== 'push') return frame
    const at = this.#asked.findIndex((asked) => this.#answers(cmd, asked.cmd))
    if (at === -1) return frame
    const [asked] = this.#asked.splice(at, 1)
    return { ...frame, direction: 'reply', seq: asked!.seq }
  }

  #answers(cmd: number, asked: number): boolean {
    if (cmd === asked) return true
    const wanted = this.#book().command(asked)?.res ?? ''
    return wanted !== '' && this.#book().messageOf({ cmd, direction: 'push', status: 0 }) === wanted
  }
}
