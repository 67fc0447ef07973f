import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { AnalysisProgress, AnalysisOptions } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { isServerRefusal } from '../link/link-errors.ts'
import type { Reply } from '../link/redis-link.ts'
import { isPassing } from '../scan/scan-faults.ts'
import type { Measured } from './tally.ts'

/** How many elements a key has, by its type; those of modules have none that is the same for all. */
const LENGTHS: Readonly<Record<string, string>> = {
  hash: 'HLEN',
  list: 'LLEN',
  set: 'SCARD',
  zset: 'ZCARD',
  stream: 'XLEN',
}

type Replies = readonly (Reply | Error)[]

const REFUSED = new Set<string>([
  redisErrors.redis_command_unknown.code,
  redisErrors.redis_command_forbidden.code,
])

/** Throws what may pass and what has nothing to do with the command; a refusal stays. */
function refusalOf(reply: Reply | Error | undefined): Error | null {
  if (!(reply instanceof Error)) return null
  const isOurs = reply instanceof AppError && !isServerRefusal(reply)
  if (isPassing(reply) || isOurs) throw reply
  return reply
}

const numberOf = (reply: Reply | Error | undefined): number | null =>
  reply === undefined || reply === null || reply instanceof Error ? null : Number(reply)

/** Asks for size, time left and elements of keys; finds out what the server does not tell and goes without it. */
export class KeyMeasurer {
  readonly #database: RedisDatabase
  readonly #options: AnalysisOptions
  #isChecked = false
  hasBytes = true
  frequency: AnalysisProgress['frequency']

  constructor(database: RedisDatabase, options: AnalysisOptions) {
    this.#database = database
    this.#options = options
    this.frequency = options.withFrequency ? 'known' : 'off'
  }

  /** In the order of the keys; null: it has gone. */
  async measure(keys: readonly Buffer[], signal: AbortSignal): Promise<(Measured | null)[]> {
    await this.#check(keys[0]!)
    const asks = (key: Buffer) => [
      ['TYPE', key],
      ['PTTL', key],
      ...(this.hasBytes ? [['MEMORY', 'USAGE', key]] : []),
      ...(this.frequency === 'known' ? [['OBJECT', 'FREQ', key]] : []),
    ]
    const each = asks(keys[0]!).length
    const [withBytes, withFrequency] = [this.hasBytes, this.frequency === 'known']
    const replies = await this.#database.runAll(keys.flatMap(asks), { signal, isQuiet: true })
    const facts = keys.map((key, at) => {
      const [type, ttl, ...rest] = replies.slice(at * each, (at + 1) * each)
      const bytes = withBytes ? rest.shift() : null
      const frequency = withFrequency ? rest.shift() : null
      return this.#factsOf(key, { type, ttl, bytes, frequency })
    })
    return this.#withElements(facts, signal)
  }

  /** What the guard refuses it refuses for all keys. */
  async #check(key: Buffer): Promise<void> {
    if (this.#isChecked) return
    const may = async (args: readonly (string | Buffer)[]) => {
      try {
        await this.#database.check(args)
        return true
      } catch (error) {
        if (error instanceof AppError && REFUSED.has(error.def.code)) return false
        throw error
      }
    }
    this.hasBytes = await may(['MEMORY', 'USAGE', key])
    if (this.frequency === 'known' && !(await may(['OBJECT', 'FREQ', key]))) this.frequency = 'refused'
    this.#isChecked = true
  }

  #factsOf(
    key: Buffer,
    of: Record<'type' | 'ttl' | 'bytes' | 'frequency', Reply | Error | undefined>,
  ): Measured | null {
    const ttlMs = Number(known(of.ttl))
    const type = String(known(of.type))
    const isGone = ttlMs === -2 || type === 'none'
    if (refusalOf(of.bytes) !== null) this.hasBytes = false
    const noFrequency = refusalOf(of.frequency)
    // A key that has gone is answered by an error, too.
    if (noFrequency !== null && !isGone && !/no such key/i.test(wordsOf(noFrequency)))
      this.frequency = /LFU/.test(wordsOf(noFrequency)) ? 'notLfu' : 'refused'
    if (isGone) return null
    return { key, type, ttlMs, bytes: numberOf(of.bytes), elements: null, frequency: numberOf(of.frequency) }
  }

  async #withElements(facts: (Measured | null)[], signal: AbortSignal): Promise<(Measured | null)[]> {
    const asked = facts.flatMap((each, at) => {
      if (each === null) return []
      const command = this.#lengthOf(each)
      return command === undefined ? [] : [{ at, each, command: [command, each.key] }]
    })
    if (asked.length === 0) return facts
    const replies: Replies = await this.#database.runAll(
      asked.map(({ command }) => command),
      { signal, isQuiet: true },
    )
    const all = [...facts]
    for (const [index, { at, each }] of asked.entries()) {
      const reply = replies[index]
      // Retyped meanwhile, or refused for this command alone.
      refusalOf(reply)
      all[at] = { ...each, elements: numberOf(reply) }
    }
    return all
  }

  #lengthOf({ type }: Measured): string | undefined {
    if (this.hasBytes && !this.#options.withElements) return undefined
    return type === 'string' && !this.hasBytes ? 'STRLEN' : LENGTHS[type]
  }
}

function known(reply: Reply | Error | undefined): Reply {
  if (reply instanceof Error) throw reply
  return reply ?? null
}

function wordsOf(error: Error): string {
  return error instanceof AppError ? String(error.params['words'] ?? '') : error.message
}
