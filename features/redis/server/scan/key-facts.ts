import type { KeyFacts } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'
import { isRefusedCommand, wordsOf } from '../keys/words.ts'

/** As long as this what was read is told again. */
const GOOD_FOR_MS = 30_000
const REMEMBERED = 5_000
/** A longer key is asked for each time. */
const KEY_BYTES_MAX = 1_024
/** Times keys are asked for again because they were touched meanwhile. */
const TRIES_MAX = 3

interface Known {
  facts: KeyFacts
  atMs: number
}

const nameOf = (key: Buffer) => key.toString('latin1')

/** The user of the connection may not see this one key; the others of the same question were answered. */
export const isClosedKey = (reply: Reply | Error | undefined) =>
  reply instanceof Error && /^NOPERM\b.*\bkeys?\b/i.test(wordsOf(reply) ?? '')

const isRefused = (reply: Reply | Error | undefined, command: string) =>
  reply instanceof Error && isRefusedCommand(reply, command)

function replyOf(reply: Reply | Error | undefined): Reply {
  if (reply instanceof Error) throw reply
  return reply ?? null
}

/** Type, time and size of single keys, remembered for a short while. */
export class FactsOfKeys {
  readonly #known = new Map<string, Known>()
  /** Changes told of keys that are being asked for. */
  readonly #asked = new Map<string, number>()
  /** Sizes are refused to this user. */
  #hasNoBytes = false

  /** Somebody changed them: nothing read before is told again. */
  forget(keys: readonly Buffer[]): void {
    for (const key of keys) {
      const name = nameOf(key)
      this.#known.delete(name)
      const asked = this.#asked.get(name)
      if (asked !== undefined) this.#asked.set(name, asked + 1)
    }
  }

  async of(database: RedisDatabase, keys: readonly Buffer[], withBytes: boolean): Promise<KeyFacts[]> {
    const found = new Map<string, KeyFacts>()
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const missing = keys.filter((key) => !found.has(nameOf(key)) && !this.#recall(key, withBytes, found))
      if (missing.length === 0) break
      await this.#read(database, missing, { withBytes, found, isLast: tries === TRIES_MAX })
    }
    return keys.map((key) => found.get(nameOf(key))!)
  }

  #recall(key: Buffer, withBytes: boolean, found: Map<string, KeyFacts>): boolean {
    const known = this.#known.get(nameOf(key))
    if (known === undefined || performance.now() - known.atMs > GOOD_FOR_MS) return false
    if (withBytes && !this.#hasNoBytes && known.facts.bytes === null && known.facts.type !== 'none')
      return false
    found.set(nameOf(key), known.facts)
    return true
  }

  async #read(
    database: RedisDatabase,
    keys: readonly Buffer[],
    { withBytes, found, isLast }: { withBytes: boolean; found: Map<string, KeyFacts>; isLast: boolean },
  ): Promise<void> {
    const before = new Map(keys.map((key) => [nameOf(key), this.#asked.get(nameOf(key)) ?? 0]))
    for (const [name, changes] of before) this.#asked.set(name, changes)
    const asks = (key: Buffer): readonly (string | Buffer)[][] => [
      ['TYPE', key],
      ['PTTL', key],
      ...(withBytes && !this.#hasNoBytes ? [['MEMORY', 'USAGE', key]] : []),
    ]
    const each = asks(keys[0]!).length
    try {
      const replies = await database.runAll(keys.flatMap(asks), { isQuiet: true })
      for (const [at, key] of keys.entries()) {
        const name = nameOf(key)
        if (!isLast && this.#asked.get(name) !== before.get(name)) continue
        const facts = this.#factsOf(key, replies.slice(at * each, (at + 1) * each))
        found.set(name, facts)
        this.#remember(name, facts)
      }
    } finally {
      for (const name of before.keys()) this.#asked.delete(name)
    }
  }

  #factsOf(key: Buffer, [type, ttl, bytes]: readonly (Reply | Error)[]): KeyFacts {
    const isClosed = isClosedKey(type) || isClosedKey(ttl) || isRefused(type, 'type')
    if (isClosed) return { key: bytesOf(key), type: '', ttlMs: null, bytes: null }
    const ttlMs = isRefused(ttl, 'pttl') ? null : Number(replyOf(ttl))
    // Gone between the two, or before.
    const isGone = ttlMs === -2 || String(replyOf(type)) === 'none'
    if (bytes instanceof Error) this.#hasNoBytes = true
    const hasBytes = bytes !== undefined && bytes !== null && !(bytes instanceof Error) && !isGone
    return {
      key: bytesOf(key),
      type: isGone ? 'none' : String(replyOf(type)),
      ttlMs: isGone ? -1 : ttlMs,
      bytes: hasBytes ? Number(bytes) : null,
    }
  }

  #remember(name: string, facts: KeyFacts): void {
    if (name.length > KEY_BYTES_MAX) return
    this.#known.delete(name)
    this.#known.set(name, { facts, atMs: performance.now() })
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value!)
  }
}
