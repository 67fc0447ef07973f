interface Repeat {
  times: number
  everyMs: number
}

/** Sends one request again and again until it is done, stopped, or cannot be sent. */
export class RepeatedSend {
  readonly #send: (cmd: number, body: Uint8Array) => number
  readonly #onChange: () => void
  #timer: NodeJS.Timeout | null = null
  #sent = 0
  #running: { cmd: number; times: number } | null = null

  constructor(send: (cmd: number, body: Uint8Array) => number, onChange: () => void) {
    this.#send = send
    this.#onChange = onChange
  }

  /** What runs now, as the page is told. */
  get view(): { cmd: number; sent: number; times: number } | null {
    return this.#running === null ? null : { ...this.#running, sent: this.#sent }
  }

  /** The first was sent by the caller. */
  start(cmd: number, body: Uint8Array, { times, everyMs }: Repeat): void {
    this.stop()
    this.#sent = 1
    this.#running = { cmd, times }
    this.#onChange()
    this.#timer = setInterval(() => {
      try {
        this.#send(cmd, body)
        this.#sent += 1
        this.#onChange()
      } catch {
        // The connection went, or takes nothing more.
        this.stop()
      }
      if (this.#sent >= times) this.stop()
    }, everyMs)
    this.#timer.unref()
  }

  /** How many were sent. */
  stop(): number {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    if (this.#running !== null) {
      this.#running = null
      this.#onChange()
    }
    return this.#sent
  }
}
