import { GameError } from '@qd/game-contract/adapter'
import { Opening, OpeningRefused } from '@qd/game-frame'
import type { Frame, FrameDescriptor, Opened } from '@qd/game-frame'

/** The opening of one socket: sends what the layout says, and waits for the game. */
export class SocketOpening {
  readonly #steps: Opening
  readonly #send: (frame: Frame) => void
  #done: (opened: Opened) => void = () => undefined
  #fail: (error: Error) => void = () => undefined

  constructor(codec: FrameDescriptor, send: (frame: Frame) => void) {
    this.#steps = new Opening(codec)
    this.#send = send
  }

  /** Rejects with GameError where the game does not open in time. */
  async run(timeoutMs: number): Promise<Opened> {
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Opened>((resolve, reject) => {
        this.#done = resolve
        this.#fail = reject
        const late = new GameError({ kind: 'timeout', msg: `no opening within ${timeoutMs} ms` })
        timer = setTimeout(() => reject(late), timeoutMs)
        this.#goOn()
      })
    } finally {
      clearTimeout(timer)
    }
  }

  take(frame: Frame): void {
    try {
      if (this.#steps.take(frame)) this.#goOn()
    } catch (error) {
      // The socket's handler must not throw; whoever waits for the opening is told.
      const { message } = error as Error
      const isRefused = error instanceof OpeningRefused
      this.#fail(isRefused ? new GameError({ kind: 'refused', code: 0, msg: message }) : (error as Error))
    }
  }

  /** The socket went. */
  lose(msg: string): void {
    this.#fail(new GameError({ kind: 'down', msg }))
  }

  #goOn(): void {
    for (const frame of this.#steps.next()) this.#send({ ...frame, seq: 0, status: 0 })
    if (this.#steps.isDone) this.#done(this.#steps.opened)
  }
}
