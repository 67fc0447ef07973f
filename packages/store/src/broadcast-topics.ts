import { StoreError } from './store-error.ts'

const LONGEST_MESSAGE_BYTES = 7_800

/** The listeners of one process, shared by both broadcasts. */
export class BroadcastTopics {
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  readonly #lostListeners = new Set<() => void>()

  subscribe(topic: string, listener: (payload: string) => void): () => void {
    // A wrapper of its own, so that subscribing one function twice gives two subscriptions.
    const entry = (payload: string) => listener(payload)
    const entries = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, entries.add(entry))
    return () => {
      entries.delete(entry)
      if (entries.size === 0 && this.#listeners.get(topic) === entries) this.#listeners.delete(topic)
    }
  }

  onLost(listener: () => void): () => void {
    const entry = () => listener()
    this.#lostListeners.add(entry)
    return () => void this.#lostListeners.delete(entry)
  }

  /** A listener that throws has perhaps not applied the message, so it counts as lost for everyone. */
  deliver(topic: string, payload: string): void {
    for (const listener of Array.from(this.#listeners.get(topic) ?? [])) {
      try {
        listener(payload)
      } catch (error) {
        process.emitWarning(`Broadcast listener of "${topic}" failed: ${String(error)}`)
        this.lose()
      }
    }
  }

  lose(): void {
    for (const listener of Array.from(this.#lostListeners)) listener()
  }
}

/** Refuses on both databases what PostgreSQL cannot carry in one notification. */
export function checkMessage(topic: string, payload: string): void {
  if (topic.includes('\0') || payload.includes('\0')) {
    throw new StoreError('store_nul_text', 'A broadcast with a NUL character is refused.')
  }
  if (Buffer.byteLength(JSON.stringify([topic, payload])) > LONGEST_MESSAGE_BYTES) {
    throw new StoreError('store_misuse', 'A broadcast is longer than 7,800 bytes: send an id, not the data.')
  }
}
