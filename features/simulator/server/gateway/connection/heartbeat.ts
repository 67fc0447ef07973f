import { AppError } from '@qd/contract-kit'

/** Why something could not be sent, in its own words. */
export function reasonOf(error: unknown): string {
  if (error instanceof AppError) return String(error.params['reason'] ?? error.def.code)
  return error instanceof Error ? error.message : String(error)
}

/** Sends a game's heartbeat while it is wanted and the connection is open. */
export class Heartbeat {
  readonly #send: () => void
  readonly #onFault: (error: unknown) => void
  #timer: NodeJS.Timeout | null = null
  isOn = true

  constructor(send: () => void, onFault: (error: unknown) => void) {
    this.#send = send
    this.#onFault = onFault
  }

  /** 0: there is none. */
  start(everySeconds: number): void {
    this.stop()
    if (everySeconds === 0 || !this.isOn) return
    this.#timer = setInterval(() => this.#beat(), everySeconds * 1000)
    this.#timer.unref()
  }

  /** A beat no layout can carry would fail each time: it is told once, and no more are sent. */
  #beat(): void {
    try {
      this.#send()
    } catch (error) {
      this.stop()
      this.isOn = false
      this.#onFault(error)
    }
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }
}
