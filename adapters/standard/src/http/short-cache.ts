/** Lets those who ask for the same thing at once share one call; nothing is kept afterwards. */
export class SharedCalls<T> {
  readonly #running = new Map<string, Promise<T>>()

  run(key: string, load: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key)
    if (running) return running
    const started = load().finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }
}

/** Keeps a server's answer for a short time, one call for all who ask at once; failures are not kept. */
export class ShortCache<T> {
  readonly #lifetimeMs: number
  readonly #now: () => number
  readonly #isWorthKeeping: (value: T) => boolean
  readonly #kept = new Map<string, { at: number; value: T }>()
  readonly #calls = new SharedCalls<T>()

  constructor(lifetimeMs: number, now: () => number, isWorthKeeping: (value: T) => boolean = () => true) {
    this.#lifetimeMs = lifetimeMs
    this.#now = now
    this.#isWorthKeeping = isWorthKeeping
  }

  async get(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    if (kept && this.#now() - kept.at < this.#lifetimeMs) return kept.value
    return await this.#calls.run(key, async () => {
      const value = await load()
      if (this.#isWorthKeeping(value)) this.#kept.set(key, { at: this.#now(), value })
      return value
    })
  }
}
