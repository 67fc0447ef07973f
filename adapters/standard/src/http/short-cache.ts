/** Keeps a server's answer for a short time and shares one call among those who ask at once; failures are not kept. */
export class ShortCache<T> {
  readonly #lifetimeMs: number
  readonly #now: () => number
  readonly #entries = new Map<string, { at: number; value: Promise<T> }>()

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs
    this.#now = now
  }

  async get(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#entries.get(key)
    if (kept && this.#now() - kept.at < this.#lifetimeMs) return await kept.value
    const entry = { at: this.#now(), value: load() }
    this.#entries.set(key, entry)
    try {
      return await entry.value
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
      throw error
    }
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }
}
