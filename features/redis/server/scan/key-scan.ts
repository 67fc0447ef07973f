import { KeyTree } from '@qd/key-tree'
import { FOLDER_CHILDREN_MAX } from '../../contract/index.ts'
import type { AskInput } from '@qd/contract-kit'
import type { keysChannel, ScanProgress, TtlFilter } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { isRefusedCommand } from '../keys/words.ts'
import { escapeGlob, startOf } from '../glob.ts'
import { isOfType } from './key-type.ts'
import type { ScanBudgets } from './scan-budget.ts'
import { fitsAll, passesFor } from './scan-passes.ts'
import { MustBeginAgain, Sweep } from './sweep.ts'
import { fitsTtl } from './ttl-filter.ts'
import type { RoomyTree, TreeRoom } from './tree-room.ts'

/** Times a scan that counts only may begin again. */
const BEGINNINGS_MAX = 3

export type ScanInput = AskInput<typeof keysChannel, 'scan'>

export interface KeyScanParts {
  number: number
  input: ScanInput
  database: RedisDatabase
  budgets: ScanBudgets
  room: TreeRoom
  /** A failure in the words of the page. */
  failure(error: unknown): { code: string; msg: string }
  onChange(): void
}

/** One scan of a channel with the tree of what it found. */
export class KeyScan implements RoomyTree {
  readonly number: number
  /** Bytes its names may take. */
  readonly capBytes: number
  tree: KeyTree
  readonly #parts: KeyScanParts
  #patterns: readonly Buffer[]
  #isName = false
  /** Ends the scan; what it found can still be looked at and read anew. */
  readonly #stopping = new AbortController()
  readonly #ending = new AbortController()
  #sweep: Sweep | null = null
  #state: ScanProgress['state'] = 'running'
  #failed = { code: '', msg: '' }
  #matched = 0
  /** Keys after which a quick scan waits. */
  #wanted: number
  #going = Promise.withResolvers<void>()
  #workedMs = 0
  #sinceMs = performance.now()

  constructor(parts: KeyScanParts) {
    const { input } = parts
    this.#parts = parts
    this.number = parts.number
    this.#patterns = input.pattern === '' ? [] : [Buffer.from(input.pattern)]
    this.#wanted = input.mode === 'quick' ? input.load : Infinity
    this.capBytes = parts.room.capBytes()
    parts.room.add(this)
    this.tree = this.#newTree(this.capBytes)
    this.#going.resolve()
  }

  start(): void {
    void this.#run()
  }

  get progress(): ScanProgress {
    // How many keys there are that somebody may not read is nothing they learn.
    const isNarrowed = this.#parts.database.readable() !== null
    const nodes = isNarrowed ? [] : (this.#sweep?.nodes ?? [])
    const sizes = nodes.map(({ keys }) => keys)
    const passes = this.#passes().length
    return {
      scan: this.number,
      state: this.#state,
      examined: isNarrowed ? this.#matched : nodes.reduce((sum, { examined }) => sum + examined, 0),
      isName: this.#isName,
      matched: this.#matched,
      total:
        sizes.length === 0 || sizes.includes(null)
          ? null
          : sizes.reduce<number>((sum, size) => sum + size!, 0) * Math.max(1, passes),
      ms: Math.round(this.#workedMs + (this.#isOver ? 0 : this.#runningMs)),
      nodes: nodes.map(({ node, examined, isDrained }) => ({ node, examined, isDrained })),
      isCapped: this.tree.isCapped,
      bytes: this.tree.bytes,
      ...this.#failed,
    }
  }

  get bytes(): number {
    return this.tree.bytes
  }

  get isGrowing(): boolean {
    return !this.#isOver
  }

  get type(): string {
    return this.#parts.input.type
  }

  get ttl(): TtlFilter | null {
    return this.#parts.input.ttl ?? null
  }

  /** Whether what is known of a key fits the type and the time that are looked for. */
  fitsFacts({ type, ttlMs }: { type: string; ttlMs: number | null }): boolean {
    return isOfType(type, this.type) && (this.ttl === null || (ttlMs !== null && fitsTtl(this.ttl, ttlMs)))
  }

  get isDrained(): boolean {
    return this.#state === 'drained'
  }

  more(): void {
    if (this.#isOver) return
    this.#wanted = Math.max(this.#wanted, this.#matched) + this.#parts.input.load
    if (this.#state === 'loaded') this.#go()
  }

  all(): void {
    this.#wanted = Infinity
    if (this.#state === 'loaded' || this.#state === 'paused') this.#go()
  }

  pause(): void {
    if (this.#state === 'running') this.#hold('paused')
  }

  resume(): void {
    if (this.#state === 'paused') this.#go()
  }

  /** What was found stays. */
  cancel(): void {
    if (!this.#isOver) this.#finish('cancelled')
    this.#stopping.abort()
    this.#going.resolve()
  }

  /** Nobody looks any more. */
  end(): void {
    this.cancel()
    this.#ending.abort()
    this.#parts.room.drop(this)
  }

  /** Whether a key belongs to what this scan shows, but for its type and its time. */
  fits(key: Buffer): boolean {
    const readable = this.#parts.database.readable()
    const isReadable = readable === null || readable.some((glob) => fitsAll([Buffer.from(glob)], key))
    return isReadable && fitsAll(this.#patterns, key)
  }

  /** Reads all keys below a prefix again, in the place of those the tree has. Answers how many there are. */
  async load(database: RedisDatabase, prefix: Buffer): Promise<number> {
    const tree = this.#newTree(this.capBytes / 2)
    tree.keep(prefix)
    const { budgets, input } = this.#parts
    const below = Buffer.concat([escapeGlob(prefix), Buffer.from('*')])
    const sweep = new Sweep({
      database,
      budgets,
      type: input.type,
      ttl: input.ttl ?? null,
      passes: passesFor(database.readable(), [below, ...this.#patterns]),
      signal: this.#ending.signal,
      found: (keys) => keys.forEach((key) => tree.add(key)),
      mayGoOn: async () => Infinity,
      countsTwice: () => tree.isCapped,
    })
    try {
      await sweep.run()
    } catch (error) {
      throw error instanceof MustBeginAgain ? error.cause : error
    }
    this.tree.replace(prefix, tree)
    this.#parts.onChange()
    return this.tree.keysBelow(prefix)
  }

  get #isOver(): boolean {
    return this.#state === 'drained' || this.#state === 'cancelled' || this.#state === 'failed'
  }

  get #runningMs(): number {
    return this.#state === 'running' ? performance.now() - this.#sinceMs : 0
  }

  #passes() {
    return passesFor(this.#parts.database.readable(), this.#patterns)
  }

  #newTree(capBytes: number): KeyTree {
    const separators = this.#parts.input.separators.map((separator) => Buffer.from(separator))
    return new KeyTree({ separators, capBytes, listMax: FOLDER_CHILDREN_MAX })
  }

  #hold(state: 'paused' | 'loaded'): void {
    this.#workedMs += this.#runningMs
    this.#state = state
    this.#going = Promise.withResolvers()
    this.#parts.onChange()
  }

  #go(): void {
    this.#state = 'running'
    this.#sinceMs = performance.now()
    this.#going.resolve()
    this.#parts.onChange()
  }

  #finish(state: 'drained' | 'cancelled' | 'failed'): void {
    this.#workedMs += this.#runningMs
    this.#state = state
    this.#parts.onChange()
  }

  async #mayGoOn(): Promise<number> {
    for (;;) {
      if (this.#state === 'running' && this.#matched >= this.#wanted) this.#hold('loaded')
      if (this.#state === 'running' || this.#isOver) break
      await this.#going.promise
    }
    this.#stopping.signal.throwIfAborted()
    return this.#wanted - this.#matched
  }

  #found(keys: readonly Buffer[]): void {
    for (const key of keys) if (this.tree.add(key)) this.#matched += 1
    this.#parts.onChange()
  }

  async #run(): Promise<void> {
    try {
      await this.#readName()
      const only = this.#patterns.map((pattern) => startOf(pattern)).find(({ isWhole }) => isWhole)
      if (only === undefined) await this.#sweepAll()
      else await this.#findOne(only.bytes)
      if (!this.#isOver) this.#finish('drained')
    } catch (error) {
      if (this.#isOver) return
      this.#failed = this.#parts.failure(error)
      this.#finish('failed')
    }
  }

  async #sweepAll(): Promise<void> {
    const { database, budgets, input } = this.#parts
    for (let beginnings = 1; ; beginnings += 1) {
      this.#sweep = new Sweep({
        database,
        budgets,
        type: input.type,
        ttl: input.ttl ?? null,
        passes: this.#passes(),
        signal: this.#stopping.signal,
        found: (keys) => this.#found(keys),
        mayGoOn: () => this.#mayGoOn(),
        countsTwice: () => this.tree.isCapped,
      })
      try {
        return await this.#sweep.run()
      } catch (error) {
        if (!(error instanceof MustBeginAgain)) throw error
        if (beginnings === BEGINNINGS_MAX) throw error.cause
        this.tree = this.#newTree(this.capBytes)
        this.#matched = 0
      }
    }
  }

  /** `sq:[1]` is a glob, and may be the name of a key: that key is meant then. */
  async #readName(): Promise<void> {
    const { database, input } = this.#parts
    const [pattern] = this.#patterns
    const name = pattern === undefined ? null : escapeGlob(pattern)
    if (input.isGlob === true || name === null || name.equals(pattern!)) return
    const exists = database.run(['EXISTS', pattern!], { signal: this.#stopping.signal, isQuiet: true })
    // Refused, or not theirs to read: the pattern says what there is.
    const reply = await exists.catch(() => '0')
    this.#stopping.signal.throwIfAborted()
    if (String(reply) !== '1') return
    this.#isName = true
    this.#patterns = [name]
  }

  /** A pattern without signs names one key: nothing is scanned for it. */
  async #findOne(key: Buffer): Promise<void> {
    if (!this.fits(key)) return
    const { database } = this.#parts
    const { signal } = this.#stopping
    if (this.type === '' && this.ttl === null) {
      const reply = await database.run(['EXISTS', key], { signal }).catch((error: unknown) => {
        if (isRefusedCommand(error, 'exists')) return null
        throw error
      })
      if (reply === null) await this.#sweepAll()
      else if (String(reply) === '1') this.#found([key])
      return
    }
    const type = String(await database.run(['TYPE', key], { signal }))
    const ttlMs = this.ttl === null ? -1 : Number(await database.run(['PTTL', key], { signal }))
    if (this.fitsFacts({ type, ttlMs })) this.#found([key])
  }
}
