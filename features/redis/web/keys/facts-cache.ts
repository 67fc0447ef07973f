import { KEY_FACTS_MAX } from '../../contract/index.ts'
import type { KeyFacts, RedisBytes } from '../../contract/index.ts'
import { bytesId } from './row-ids.ts'

/** What was read is shown as long as the row is in view, and read again after this. */
const FRESH_MS = 30_000
const MOST = 5_000

/** Facts and when they were read, epoch milliseconds. */
export interface KnownFacts {
  facts: KeyFacts
  at: number
}

/** Milliseconds a key has left by now; -1: no end, 0: it is over, null: not told. */
export function timeLeft({ facts, at }: KnownFacts, now: number): number | null {
  if (facts.ttlMs === null) return null
  return facts.ttlMs < 0 ? -1 : Math.max(0, facts.ttlMs - (now - at))
}

/** Type, time and size of the keys looked at lately. */
export class FactsCache {
  #known = new Map<string, KnownFacts>()
  /** Keys whose size was asked for and refused: they are not asked again. */
  #sizeless = new Set<string>()
  /** Whether a JSON value was met. */
  hasJson = false

  get(key: RedisBytes): KnownFacts | undefined {
    return this.#known.get(bytesId(key))
  }

  put(list: readonly KeyFacts[], now: number, withBytes = false): void {
    if (this.#sizeless.size > MOST) this.#sizeless.clear()
    if (withBytes) for (const { key, bytes } of list) if (bytes === null) this.#sizeless.add(bytesId(key))
    for (const facts of list) {
      const id = bytesId(facts.key)
      if (facts.type === 'ReJSON-RL') this.hasJson = true
      this.#known.delete(id)
      this.#known.set(id, { facts, at: now })
    }
    for (const id of this.#known.keys()) {
      if (this.#known.size <= MOST) return
      this.#known.delete(id)
    }
  }

  forget(keys: readonly RedisBytes[]): void {
    for (const key of keys) this.#known.delete(bytesId(key))
  }

  clear(): void {
    this.#known.clear()
  }

  /** Those of the keys to ask for: unknown ones, old ones, ones that came to their end, and ones without a wished size. */
  missing(keys: readonly RedisBytes[], withBytes: boolean, now: number): RedisBytes[] {
    const isMissing = (key: RedisBytes): boolean => {
      const known = this.get(key)
      if (known === undefined || now - known.at > FRESH_MS) return true
      if (known.facts.type === 'none') return false
      return (
        timeLeft(known, now) === 0 ||
        (withBytes && known.facts.bytes === null && !this.#sizeless.has(bytesId(key)))
      )
    }
    return keys.filter(isMissing).slice(0, KEY_FACTS_MAX)
  }
}
