import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalysisOptions, AnalysisProgress } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { ScanBudgets } from '../scan/scan-budget.ts'
import { isPassing } from '../scan/scan-faults.ts'
import { passesFor } from '../scan/scan-passes.ts'
import { MustBeginAgain, Sweep } from '../scan/sweep.ts'
import type { RoomyTree } from '../scan/tree-room.ts'
import { KeyMeasurer } from './measure-keys.ts'
import { Tally } from './tally.ts'

/** Keys measured at once. */
const BATCH = 200
/** A run that counted keys whose place is not known any more begins again, so often. */
const BEGINNINGS_MAX = 3
/** So long measuring may fail before the run does. */
const FAILING_MS = 30_000
const PAUSE_MS = 500

type State = AnalysisProgress['state']

export interface AnalysisParts {
  readonly number: number
  readonly options: AnalysisOptions
  readonly database: RedisDatabase
  readonly budgets: ScanBudgets
  /** Bytes the names of folders may take. */
  readonly capBytes: number
  onChange(): void
  /** Keeps what a whole run found, before it counts as done. */
  keep(run: AnalysisRun): Promise<void>
  /** Of [0, 1), which keys are measured. */
  random?(): number
}

/** Examines all keys of a database and measures them, or a random share; keeps sums and the largest, not all names. */
export class AnalysisRun implements RoomyTree {
  readonly number: number
  readonly capBytes: number
  /** Globs of the keys its caller could read when it began; null: all. */
  readonly readable: readonly string[] | null
  readonly #parts: AnalysisParts
  readonly #measurer: KeyMeasurer
  readonly #stopping = new AbortController()
  readonly #startedAt = Date.now()
  #tally: Tally
  #sweep: Sweep | null = null
  /** Found and not measured yet: the scan waits for them before it goes on. */
  #queue: Buffer[] = []
  #measuring: Promise<void> | null = null
  #state: State = 'running'
  #going = Promise.withResolvers<void>()
  #workedMs = 0
  #sinceMs = performance.now()
  /** What it failed with. */
  error: unknown = null

  constructor(parts: AnalysisParts) {
    this.#parts = parts
    this.number = parts.number
    this.capBytes = parts.capBytes
    this.readable = parts.database.readable()
    this.#measurer = new KeyMeasurer(parts.database, parts.options)
    this.#tally = this.#newTally()
    this.#going.resolve()
  }

  start(): void {
    void this.#run()
  }

  get tally(): Tally {
    return this.#tally
  }

  get isGrowing(): boolean {
    return !this.#isOver
  }

  get bytes(): number {
    return this.#tally.prefixes.size
  }

  /** Without the words of a failure: these are in the language of each page. */
  get progress(): Omit<AnalysisProgress, 'code' | 'msg'> {
    const { options } = this.#parts
    // How many keys there are that somebody may not read is nothing they learn.
    const isNarrowed = this.readable !== null
    const nodes = this.#sweep?.nodes ?? []
    const sizes = nodes.map(({ keys }) => keys)
    const isKnown = !isNarrowed && sizes.length > 0 && !sizes.includes(null)
    return {
      run: this.number,
      state: this.#state,
      options,
      // Keys may have come since they were counted.
      examined: isNarrowed
        ? this.#tally.matched
        : Math.max(
            this.#tally.matched,
            nodes.reduce((sum, { examined }) => sum + examined, 0),
          ),
      matched: this.#tally.matched,
      measured: this.#tally.measured,
      total: isKnown ? sizes.reduce<number>((sum, size) => sum + size!, 0) : null,
      ms: Math.round(this.#workedMs + (this.#state === 'running' ? performance.now() - this.#sinceMs : 0)),
      startedAt: this.#startedAt,
      hasBytes: this.#measurer.hasBytes,
      frequency: this.#measurer.frequency,
      isCapped: this.#tally.prefixes.isCapped,
    }
  }

  pause(): void {
    if (this.#state !== 'running') return
    this.#workedMs += performance.now() - this.#sinceMs
    this.#state = 'paused'
    this.#going = Promise.withResolvers()
    this.#parts.onChange()
  }

  resume(): void {
    if (this.#state !== 'paused') return
    this.#state = 'running'
    this.#sinceMs = performance.now()
    this.#going.resolve()
    this.#parts.onChange()
  }

  /** What was measured can still be looked at. */
  cancel(): void {
    if (!this.#isOver) this.#finish('cancelled')
    this.#stopping.abort()
    this.#going.resolve()
  }

  get #isOver(): boolean {
    return this.#state !== 'running' && this.#state !== 'paused'
  }

  #newTally(): Tally {
    return new Tally(this.#parts.options, this.capBytes)
  }

  #finish(state: State): void {
    if (this.#state === 'running') this.#workedMs += performance.now() - this.#sinceMs
    this.#state = state
    this.#parts.onChange()
  }

  async #run(): Promise<void> {
    try {
      await this.#goThrough()
      if (!this.#isOver) await this.#parts.keep(this)
      if (!this.#isOver) this.#finish('done')
    } catch (error) {
      if (this.#isOver) return
      this.error = error
      this.#finish('failed')
    }
  }

  async #goThrough(): Promise<void> {
    const { database, budgets, options } = this.#parts
    const patterns = options.pattern === '' ? [] : [Buffer.from(options.pattern)]
    for (let beginnings = 1; ; beginnings += 1) {
      this.#sweep = new Sweep({
        database,
        budgets,
        type: options.type,
        ttl: null,
        passes: passesFor(this.readable, patterns),
        signal: this.#stopping.signal,
        found: (keys) => this.#found(keys),
        mayGoOn: async () => {
          await this.#measured()
          return Infinity
        },
        countsTwice: () => true,
      })
      try {
        await this.#sweep.run()
        return await this.#measured()
      } catch (error) {
        if (!(error instanceof MustBeginAgain)) throw error
        if (beginnings === BEGINNINGS_MAX) throw error.cause
        this.#queue = []
        await this.#measured()
        this.#tally = this.#newTally()
      }
    }
  }

  #found(keys: readonly Buffer[]): void {
    const { options, random = Math.random } = this.#parts
    for (const key of keys) {
      this.#tally.see(key)
      if (options.share === 1 || random() < 1 / options.share) this.#queue.push(key)
    }
    this.#parts.onChange()
  }

  /** Resolves when all that was found is measured, and while the run is held. */
  async #measured(): Promise<void> {
    do {
      await this.#going.promise
      this.#stopping.signal.throwIfAborted()
      this.#measuring ??= this.#measureQueue().finally(() => {
        this.#measuring = null
      })
      await this.#measuring
    } while (this.#queue.length > 0)
  }

  async #measureQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#going.promise
      this.#stopping.signal.throwIfAborted()
      const keys = this.#queue.splice(0, BATCH)
      const tally = this.#tally
      const facts = await this.#measure(keys).catch((error: unknown) => {
        // The scan may try again: they are not lost.
        this.#queue.unshift(...keys)
        throw error
      })
      for (const [at, fact] of facts.entries()) {
        if (fact === null) tally.gone(keys[at]!)
        else tally.measure(fact)
      }
      this.#parts.onChange()
    }
  }

  /** It only reads: what was lost on the way is asked for again. */
  async #measure(keys: readonly Buffer[]) {
    const { budgets, database } = this.#parts
    const { signal } = this.#stopping
    const sinceMs = performance.now()
    for (;;) {
      await budgets.take(database.connection, this, { keys: keys.length, signal })
      try {
        return await this.#measurer.measure(keys, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!isPassing(error) || performance.now() - sinceMs > FAILING_MS) throw error
        await sleep(PAUSE_MS, undefined, { signal })
      }
    }
  }
}
