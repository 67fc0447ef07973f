import { NONCE_LIFETIME_MS } from './headers.ts'

/** A bulk edit makes some 1,500 calls a second, for as long as a nonce is remembered: about 120 MB at the most. */
const CAPACITY = 1_000_000

/**
 * Nonces already used. When full it refuses new ones instead of forgetting old ones,
 * because a forgotten nonce could be replayed.
 */
export class NonceMemory {
  readonly #expiries = new Map<string, number>()
  readonly #lifetimeMs: number
  readonly #capacity: number

  constructor(options: { lifetimeMs?: number; capacity?: number } = {}) {
    this.#lifetimeMs = options.lifetimeMs ?? NONCE_LIFETIME_MS
    this.#capacity = options.capacity ?? CAPACITY
  }

  get size(): number {
    return this.#expiries.size
  }

  /** Whether nothing more can be remembered for now. */
  isFull(nowMs: number): boolean {
    this.#dropExpired(nowMs)
    return this.#expiries.size >= this.#capacity
  }

  /** True when the nonce is new and is now remembered. */
  remember(nonce: string, nowMs: number): boolean {
    this.#dropExpired(nowMs)
    const expiry = this.#expiries.get(nonce)
    if (expiry !== undefined && expiry >= nowMs) return false
    if (this.#expiries.size >= this.#capacity) return false
    this.#expiries.set(nonce, nowMs + this.#lifetimeMs)
    return true
  }

  #dropExpired(nowMs: number): void {
    // Insertion order is expiry order, so the first live entry ends the sweep.
    for (const [nonce, expiry] of this.#expiries) {
      if (expiry >= nowMs) return
      this.#expiries.delete(nonce)
    }
  }
}
