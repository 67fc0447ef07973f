import { setTimeout as sleep } from 'node:timers/promises'
import { publishWith } from '@qd/store'
import type { Broadcast, StatementTarget } from '@qd/store'
import { uuidv7 } from '../uuid.ts'

const RETRY_AFTER_MS = [100, 300, 600]

/** News of what is committed already, for every node; this one hears it before anything travels, and once. */
export interface Announcements {
  /** Never rejects: failing now would deny a change that took place. A message that can't be sent is tried again, then warned of. */
  announce(news: string): Promise<void>
  /** As part of the write that makes the news: told if and when it commits, also when this process dies right after. */
  announceWith(tx: StatementTarget, news: string): void
  onNews(listener: (news: string) => void): () => void
  stop(): void
}

/** As `announceWith`, for a write that has nothing but its `tx`. */
export function announceWith(tx: StatementTarget, topic: string, news: string): void {
  // From nobody: the store tells it here as well, after the commit.
  publishWith(tx, topic, JSON.stringify({ from: '', news }))
}

export function createAnnouncements(broadcast: Broadcast, topic: string): Announcements {
  const node = uuidv7()
  const listeners = new Set<(news: string) => void>()
  const tell = (news: string) => {
    for (const listener of Array.from(listeners)) listener(news)
  }
  const stop = broadcast.subscribe(topic, (payload) => {
    const { from, news } = JSON.parse(payload) as { from: string; news: string }
    if (from !== node) tell(news)
  })
  return {
    async announce(news) {
      tell(news)
      const payload = JSON.stringify({ from: node, news })
      for (const delayMs of [0, ...RETRY_AFTER_MS]) {
        if (delayMs > 0) await sleep(delayMs)
        try {
          await broadcast.publish(topic, payload)
          return
        } catch (error) {
          process.emitWarning(`"${topic}" was not announced: ${String(error)}`)
        }
      }
    },
    announceWith: (tx, news) => announceWith(tx, topic, news),
    onNews(listener) {
      const entry = (news: string) => listener(news)
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    stop,
  }
}
