import { parseJsonText } from '@qd/canonical-json'
/** Largest event that travels between nodes; a NOTIFY holds 8,000 bytes. */
export const MAX_EVENT_BYTES = 7_500

/** Events between nodes by topic, JSON inside. */
export interface LiveTopics {
  /** Publishes on every node; false when the event is too large to travel and `fallback` was sent instead. */
  publish(topic: string, event: unknown, fallback?: unknown): Promise<void>
  subscribe(topic: string, listener: (event: unknown) => void): () => void
}

/** The part of the store's broadcast this needs. */
interface TextBroadcast {
  publish(topic: string, payload: string): Promise<void>
  subscribe(topic: string, listener: (payload: string) => void): () => void
}

export function createLiveTopics(broadcast: TextBroadcast): LiveTopics {
  return {
    async publish(topic, event, fallback) {
      const text = JSON.stringify(event)
      const fits = Buffer.byteLength(text) <= MAX_EVENT_BYTES
      await broadcast.publish(topic, fits ? text : JSON.stringify(fallback ?? null))
    },
    subscribe(topic, listener) {
      return broadcast.subscribe(topic, (payload) => listener(parseJsonText(payload)))
    },
  }
}
