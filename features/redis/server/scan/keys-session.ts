import { AppError } from '@qd/contract-kit'
import type { AskHandlers } from '@qd/server-kit'
import { redisErrors } from '../../contract/index.ts'
import type { keysChannel, KeyFacts, RedisBytes } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { LinkState } from '../link/redis-link.ts'
import { FactsOfKeys } from './key-facts.ts'
import { keyRows } from './key-rows.ts'
import { KeyScan } from './key-scan.ts'
import type { ScanInput } from './key-scan.ts'
import { ProgressFeed } from './progress-feed.ts'
import type { ScanBudgets } from './scan-budget.ts'
import type { TreeRoom } from './tree-room.ts'

/** A page waits some 30 s for an answer: a longer reading is asked for again. */
const ANSWER_WITHIN_MS = 20_000

/** As long as this rights and connection are taken as they were. */
const GOOD_FOR_MS = 5_000

/** What all lists of a node share. */
export interface ScanLimits {
  readonly budgets: ScanBudgets
  readonly room: TreeRoom
}

export interface KeysPage {
  /** The database with the rights of now; opens it where it was closed. */
  database(): Promise<RedisDatabase>
  /** The way to Redis changed. */
  tellLink(state: LinkState): void
  tell(progress: KeyScan['progress']): void
  isBehind(): boolean
  failure(error: unknown): { code: string; msg: string }
}

const OTHER = new Set<string>([
  redisErrors.redis_connection_changed.code,
  redisErrors.redis_rights_changed.code,
])

/** Whether a link ended because the connection or the rights are not what they were. */
export const isOther = (error: unknown): boolean => error instanceof AppError && OTHER.has(error.def.code)

interface Loading {
  prefix: Buffer
  keys: Promise<number>
}

/** What one page looks at in one database: a scan, its tree and what is known of single keys. */
export class KeysSession {
  #database: Promise<RedisDatabase> | null = null
  #askedAtMs = 0
  #watched: { database: RedisDatabase; unwatch: () => void } | null = null
  #isOver = false
  readonly #ending = new AbortController()
  readonly #limits: ScanLimits
  readonly #page: KeysPage
  readonly #facts = new FactsOfKeys()
  readonly #feed: ProgressFeed
  #scan: KeyScan | null = null
  #scans = 0
  /** One at a time: each is a scan of its own. */
  #loading: Loading | null = null

  constructor(limits: ScanLimits, page: KeysPage) {
    this.#limits = limits
    this.#page = page
    this.#feed = new ProgressFeed({
      isBehind: () => page.isBehind(),
      tell: () => {
        if (this.#scan !== null) page.tell(this.#scan.progress)
      },
    })
  }

  get asks(): AskHandlers<typeof keysChannel> {
    const steered = (by: (scan: KeyScan) => void) => (input: { scan: number }) => {
      const scan = this.#of(input)
      by(scan)
      return scan.progress
    }
    return {
      scan: (input) => this.#begin(input),
      more: steered((scan) => scan.more()),
      all: steered((scan) => scan.all()),
      pause: steered((scan) => scan.pause()),
      resume: steered((scan) => scan.resume()),
      cancel: steered((scan) => scan.cancel()),
      rows: ({ prefix, ...input }) => {
        const scan = this.#of(input)
        return keyRows(scan.tree, scan.isDrained, { ...input, prefix: bufferOf(prefix) })
      },
      load: (input) => this.#load(this.#of(input), bufferOf(input.prefix)),
      facts: async ({ keys, withBytes, isBulk = false }) => {
        if (isBulk) await this.#takeTurn(keys.length)
        return { list: await this.#factsOf(keys, withBytes) }
      },
      find: async ({ key }) => {
        this.#facts.forget([bufferOf(key)])
        return (await this.#factsOf([key], true))[0]!
      },
      touched: (input) => this.#touched(input),
    }
  }

  end(): void {
    this.#isOver = true
    this.#ending.abort(new AppError(redisErrors.redis_scan_over))
    this.#watched?.unwatch()
    this.#feed.end()
    this.#scan?.end()
  }

  /** Opens the database, or takes the one that was open a moment ago. */
  database(): Promise<RedisDatabase> {
    if (this.#database !== null && performance.now() - this.#askedAtMs < GOOD_FOR_MS) return this.#database
    this.#askedAtMs = performance.now()
    this.#database = this.#opened()
    this.#database.catch(() => {
      this.#database = null
    })
    return this.#database
  }

  async #opened(): Promise<RedisDatabase> {
    const database = await this.#page.database()
    if (this.#watched?.database === database || this.#isOver) return database
    this.#watched?.unwatch()
    this.#watched = { database, unwatch: database.watch((state) => this.#linkIs(state)) }
    return database
  }

  #linkIs(state: LinkState): void {
    // Whoever asks next has it opened anew.
    if (state.state === 'lost') this.#database = null
    // What was found belongs to another connection, or to rights that are gone.
    if (isOther(state.error)) {
      this.#scan?.end()
      this.#scan = null
    }
    this.#page.tellLink(state)
  }

  async #begin(input: ScanInput): Promise<KeyScan['progress']> {
    const database = await this.database()
    if (this.#isOver) throw new AppError(redisErrors.redis_scan_over)
    this.#scan?.end()
    this.#scans += 1
    const scan = new KeyScan({
      number: this.#scans,
      input,
      database,
      ...this.#limits,
      failure: (error) => this.#page.failure(error),
      onChange: () => {
        if (this.#scan === scan) this.#feed.changed()
      },
    })
    this.#scan = scan
    scan.start()
    return scan.progress
  }

  #of({ scan }: { scan: number }): KeyScan {
    if (this.#scan?.number === scan) return this.#scan
    throw new AppError(redisErrors.redis_scan_over)
  }

  async #load(scan: KeyScan, prefix: Buffer): Promise<{ keys: number; isDone: boolean }> {
    while (this.#loading !== null && !this.#loading.prefix.equals(prefix)) {
      await this.#loading.keys.catch(() => undefined)
      this.#of({ scan: scan.number })
    }
    this.#loading ??= this.#beginLoading(scan, prefix)
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), ANSWER_WITHIN_MS)
    try {
      const keys = await Promise.race([this.#loading.keys, late.promise])
      this.#of({ scan: scan.number })
      return { keys: keys ?? 0, isDone: keys !== null }
    } catch (error) {
      // The next scan ended it.
      this.#of({ scan: scan.number })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #beginLoading(scan: KeyScan, prefix: Buffer): Loading {
    const loading: Loading = {
      prefix,
      keys: this.database()
        .then((database) => scan.load(database, prefix))
        .finally(() => {
          if (this.#loading === loading) this.#loading = null
        }),
    }
    // Whoever asked may have gone.
    loading.keys.catch(() => undefined)
    return loading
  }

  /** Keys read for a sorting share the budget of the scans. */
  async #takeTurn(keys: number): Promise<void> {
    const { connection } = await this.database()
    await this.#limits.budgets.take(connection, this, { keys, signal: this.#ending.signal })
  }

  async #factsOf(keys: readonly RedisBytes[], withBytes: boolean): Promise<KeyFacts[]> {
    const asked = keys.map((key) => bufferOf(key))
    const facts = await this.#facts.of(await this.database(), asked, withBytes)
    for (const [at, { type }] of facts.entries()) {
      if (type === 'none') this.#scan?.tree.markStale(asked[at]!)
    }
    return facts
  }

  async #touched(input: {
    scan: number
    added: RedisBytes[]
    removed: RedisBytes[]
  }): Promise<Record<string, never>> {
    const added = input.added.map((key) => bufferOf(key))
    const removed = input.removed.map((key) => bufferOf(key))
    this.#facts.forget([...added, ...removed])
    const scan = this.#scan
    // What an older scan showed is gone anyway.
    if (scan?.number !== input.scan) return {}
    for (const key of removed) scan.tree.remove(key)
    for (const key of await this.#shown(scan, added)) scan.tree.put(key)
    this.#feed.changed()
    return {}
  }

  /** Those of new keys that the scan would have found. */
  async #shown(scan: KeyScan, keys: readonly Buffer[]): Promise<readonly Buffer[]> {
    const fitting = keys.filter((key) => scan.fits(key))
    if ((scan.type === '' && scan.ttl === null) || fitting.length === 0) return fitting
    const facts = await this.#facts.of(await this.database(), fitting, false)
    return fitting.filter((_key, at) => scan.fitsFacts(facts[at]!))
  }
}
