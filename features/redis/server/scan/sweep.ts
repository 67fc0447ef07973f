import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { TtlFilter } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'
import { isOfType } from './key-type.ts'
import { NodeCursor } from './node-cursor.ts'
import type { ScanBudgets } from './scan-budget.ts'
import { isBadCursor, isPassing, isSyntax, scanFault } from './scan-faults.ts'
import { fitsAll } from './scan-passes.ts'
import type { ScanPass } from './scan-passes.ts'
import { withTtl } from './ttl-filter.ts'
import { readDatabaseSize, readRunId, readSlots } from './server-facts.ts'

/** So long one master may fail before the scan does: a replica takes its place in some seconds. */
const FAILING_MS = 30_000
/** Pause after the first failure in a row; it grows with each. */
const PAUSE_MS = 200
const PAUSE_MAX_MS = 2_000
/** Times the keys of one master are begun anew: something on the way may refuse every cursor but 0. */
const RESTARTS_MAX = 5
/** Times the slots of a cluster may move before the scan gives up. */
const MOVES_MAX = 3

/** Keys have to be looked at again, and whoever counts them cannot tell those it has already. */
export class MustBeginAgain extends Error {
  constructor(cause: unknown) {
    super('the scan must begin again', { cause })
    this.name = 'MustBeginAgain'
  }
}

export interface SweepParts {
  database: RedisDatabase
  budgets: ScanBudgets
  passes: readonly ScanPass[]
  /** Only keys of this type; empty: all. */
  type: string
  /** Only keys with such a time left; null: all. */
  ttl: TtlFilter | null
  signal: AbortSignal
  /** Keys that fit, as they come; some twice. */
  found(keys: Buffer[]): void
  /** Waits while the scan is held; answers how many more keys are wanted. */
  mayGoOn(): Promise<number>
  /** Keys that come twice are counted twice. */
  countsTwice(): boolean
}

/** Failures in a row. */
interface Failing {
  times: number
  sinceMs: number
}

interface Batch {
  cursor: string
  keys: Buffer[]
  /** About so many the server looked at for them. */
  looked: number
  /** No number of keys is waited for: the next batch is wanted in any case. */
  isOneOfAll: boolean
}

/** Goes through all keys of a database: one cursor for each master at the same time, one pass after the other. */
export class Sweep {
  readonly #parts: SweepParts
  /** When one master fails, those beside it end, too. */
  readonly #ending = new AbortController()
  readonly #nodes = new Map<string, NodeCursor>()
  /** The server takes no TYPE, or it would not know this one. */
  #asksTypes: boolean
  /** Only the first call is told in the command log: the others are the same. */
  #isTold = false

  constructor(parts: SweepParts) {
    this.#parts = { ...parts, signal: AbortSignal.any([parts.signal, this.#ending.signal]) }
    const major = Number.parseInt(parts.database.connection.version, 10)
    this.#asksTypes = parts.type === 'other' || !(major >= 6)
  }

  get nodes(): readonly NodeCursor[] {
    return [...this.#nodes.values()]
  }

  /** Ends when every cursor is 0. Throws the reason of the signal, and what a scan fails with. */
  async run(): Promise<void> {
    try {
      for (const pass of this.#parts.passes) await this.#goThrough(pass)
    } finally {
      this.#ending.abort()
    }
  }

  async #goThrough(pass: ScanPass): Promise<void> {
    const { database, signal } = this.#parts
    for (const node of this.#nodes.values()) node.restart()
    let slots = await readSlots(database, signal)
    for (let moves = 0; ; moves += 1) {
      await this.#walkMasters(pass)
      const now = await readSlots(database, signal)
      if (now === slots || moves === MOVES_MAX) return
      // Keys went from a master that was not read yet to one that was: all are read again.
      if (this.#parts.countsTwice()) throw new MustBeginAgain(this.#moved())
      slots = now
      for (const node of this.#nodes.values()) node.restart()
    }
  }

  /** All masters there are, also those that come while others are read. */
  async #walkMasters(pass: ScanPass): Promise<void> {
    const walked = new Set<string>()
    for (;;) {
      const open = this.#parts.database.masters().filter((node) => !walked.has(node))
      if (open.length === 0) return
      await Promise.all(
        open.map(async (node) => {
          walked.add(node)
          await this.#walk(await this.#cursorOf(node), pass)
        }),
      )
    }
  }

  async #cursorOf(node: string): Promise<NodeCursor> {
    const known = this.#nodes.get(node)
    if (known !== undefined) return known
    const { database, signal } = this.#parts
    const size = await readDatabaseSize(database, this.#at(node), signal)
    const runId = await readRunId(database, this.#at(node), signal)
    const cursor = new NodeCursor(node, { ...size, runId })
    this.#nodes.set(node, cursor)
    return cursor
  }

  #at(node: string): string | undefined {
    return this.#parts.database.connection.isCluster ? node : undefined
  }

  async #walk(node: NodeCursor, pass: ScanPass): Promise<void> {
    let failing: Failing = { times: 0, sinceMs: 0 }
    let ahead: Promise<Batch> | null = null
    while (!node.isDrained) {
      try {
        const coming: Promise<Batch> = ahead ?? this.#fetch(node, pass)
        ahead = null
        const batch = await coming
        const found = await this.#fitting(batch.keys, pass)
        node.looked(batch.looked)
        node.cursor = batch.cursor
        if (batch.cursor === '0') node.drained()
        else if (batch.isOneOfAll) {
          // The server looks for the next ones while these are put into the tree.
          ahead = this.#fetch(node, pass)
          ahead.catch(() => undefined)
          await nextTurn()
        }
        this.#parts.found(found)
        failing = { times: 0, sinceMs: 0 }
      } catch (error) {
        this.#parts.signal.throwIfAborted()
        if (failing.times === 0) failing.sinceMs = performance.now()
        failing.times += 1
        if (await this.#isGone(node, error, failing)) return
      }
    }
  }

  async #fetch(node: NodeCursor, pass: ScanPass): Promise<Batch> {
    const { database, budgets, ttl, signal } = this.#parts
    const wanted = await this.#parts.mayGoOn()
    // Of keys that have to match nobody knows how many calls bring so many.
    const most = pass.match === null && ttl === null ? wanted : Infinity
    const count = node.count(database.connection.scanBudget, most)
    await budgets.take(database.connection, this, { keys: count, signal })
    const startedMs = performance.now()
    const [cursor, keys] = await this.#scan(node, pass, count)
    node.took(performance.now() - startedMs, count)
    return { cursor, keys, looked: Math.max(count, keys.length), isOneOfAll: wanted === Infinity }
  }

  async #fitting(keys: Buffer[], { also }: ScanPass): Promise<Buffer[]> {
    const fitting = also.length === 0 ? keys : keys.filter((key) => fitsAll(also, key))
    const ofType = this.#asksTypes ? await this.#ofType(fitting) : fitting
    const found = await this.#ofTtl(ofType)
    this.#parts.signal.throwIfAborted()
    return found
  }

  async #scan(node: NodeCursor, { match }: ScanPass, count: number): Promise<[string, Buffer[]]> {
    const { database, type, signal } = this.#parts
    const isQuiet = this.#isTold
    this.#isTold = true
    const reply = await database.run(
      [
        'SCAN',
        node.cursor,
        ...(match === null ? [] : ['MATCH', match]),
        'COUNT',
        String(count),
        ...(type === '' || this.#asksTypes ? [] : ['TYPE', type]),
      ],
      { node: this.#at(node.node), signal, isQuiet },
    )
    const [cursor, keys] = reply as readonly [Reply, readonly Buffer[]]
    return [String(cursor), keys as Buffer[]]
  }

  async #ofType(keys: Buffer[]): Promise<Buffer[]> {
    const { database, type, signal } = this.#parts
    if (keys.length === 0 || type === '') return keys
    const replies = await database.runAll(
      keys.map((key) => ['TYPE', key]),
      { signal, isQuiet: true },
    )
    return keys.filter((_key, at) => {
      const reply = replies[at]
      if (reply instanceof Error) throw reply
      return isOfType(String(reply), type)
    })
  }

  async #ofTtl(keys: Buffer[]): Promise<Buffer[]> {
    const { database, budgets, ttl, signal } = this.#parts
    if (ttl === null) return keys
    const take = (count: number) => budgets.take(database.connection, this, { keys: count, signal })
    return withTtl(keys, ttl, { database, signal, take })
  }

  /** Whether a master has gone after a failure; false: it may be asked again. Throws what cannot be helped. */
  async #isGone(node: NodeCursor, error: unknown, failing: Failing): Promise<boolean> {
    const { database, signal, type } = this.#parts
    if (isSyntax(error) && type !== '' && !this.#asksTypes) {
      this.#asksTypes = true
      return false
    }
    if (performance.now() - failing.sinceMs > FAILING_MS) throw scanFault(error)
    if (isBadCursor(error) && node.cursor !== '0') {
      this.#restart(node, error)
      return false
    }
    const isMaster = () => database.masters().includes(node.node)
    if (isMaster() && !isPassing(error)) throw scanFault(error)
    await sleep(Math.min(PAUSE_MS * failing.times, PAUSE_MAX_MS), undefined, { signal })
    if (!isMaster()) {
      this.#nodes.delete(node.node)
      return true
    }
    if (node.cursor === '0') return false
    // A cursor holds for one process: another one has its keys in other places.
    const runId = await readRunId(database, this.#at(node.node), signal)
    if (runId === '' || runId !== node.runId) this.#restart(node, error)
    return false
  }

  #moved(): AppError {
    const { name } = this.#parts.database.connection
    return new AppError(redisErrors.redis_cluster_failed, {
      params: { at: name, reason: { text: 'redis.reason.slotsMoved' } },
    })
  }

  #restart(node: NodeCursor, cause: unknown): void {
    if (node.restarts === RESTARTS_MAX) throw cause
    if (this.#parts.countsTwice()) throw new MustBeginAgain(cause)
    node.restarts += 1
    node.restart()
  }
}
