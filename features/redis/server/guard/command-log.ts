import type { LiveTopics } from '@qd/server-kit'
import type { CommandLogEntry } from '../../contract/index.ts'

/** Entries are told together: an event for each would cost more than the command. */
const TELL_MS = 100
/** Of one person; the oldest leave: a job runs thousands a second. */
const MOST_WAITING = 50
/** A command is at most about 1,000 signs, so this many stay below what one event may hold. */
const PER_EVENT = 5

const topicOf = (userId: string): string => `redis.log/${userId}`

/** Tells people the commands that ran in their name, on whatever node they look. */
export class CommandLog {
  readonly #topics: LiveTopics
  readonly #onFault: (error: unknown) => void
  readonly #waiting = new Map<string, CommandLogEntry[]>()
  #isTelling = false

  constructor(topics: LiveTopics, onFault: (error: unknown) => void) {
    this.#topics = topics
    this.#onFault = onFault
  }

  note(userId: string, entry: CommandLogEntry): void {
    const entries = this.#waiting.get(userId) ?? []
    this.#waiting.set(userId, entries)
    entries.push(entry)
    if (entries.length > MOST_WAITING) entries.shift()
    if (this.#isTelling) return
    this.#isTelling = true
    setTimeout(() => void this.#tell(), TELL_MS).unref()
  }

  listen(userId: string, listener: (entries: CommandLogEntry[]) => void): () => void {
    return this.#topics.subscribe(topicOf(userId), (event) => listener(event as CommandLogEntry[]))
  }

  async #tell(): Promise<void> {
    this.#isTelling = false
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [userId, entries] of waiting) {
      // An event that travels between nodes is small; entries go in as many as are needed.
      for (let at = 0; at < entries.length; at += PER_EVENT) {
        await this.#topics
          .publish(topicOf(userId), entries.slice(at, at + PER_EVENT), [])
          .catch(this.#onFault)
      }
    }
  }
}
