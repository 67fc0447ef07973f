import { isDeepStrictEqual } from 'node:util'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { AnalysisOptions } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { isOther } from '../scan/keys-session.ts'
import type { ScanLimits } from '../scan/keys-session.ts'
import { AnalysisRun } from './analysis-run.ts'

/** Runs one session may have on a node. */
const RUNS_MAX = 5
/** Bytes that the folders of one run may take. */
const CAP_BYTES = 32 * 1_048_576
/** So long a run outlives the last page that looks at it: a page that is loaded again finds it. */
const KEPT_MS = 10 * 60_000

export interface Watching {
  readonly sessionId: string
  /** Of the connection and its database. */
  readonly of: string
  onChange(): void
}

/** The run of one session on one database, with the pages that look at it. */
class Seat {
  readonly pages = new Set<Watching>()
  run: AnalysisRun | null = null
  unwatch: () => void = () => undefined
  leaving: NodeJS.Timeout | undefined
}

/** Runs of this node: they live longer than the pages that began them. */
export class AnalysisDesk {
  readonly #limits: ScanLimits
  readonly #seats = new Map<string, Seat>()
  #runs = 0

  constructor(limits: ScanLimits) {
    this.#limits = limits
  }

  /** A page looks; returns what ends that. */
  enter(page: Watching): () => void {
    const name = nameOf(page)
    const seat = this.#seats.get(name) ?? new Seat()
    this.#seats.set(name, seat)
    clearTimeout(seat.leaving)
    seat.pages.add(page)
    return () => {
      seat.pages.delete(page)
      if (seat.pages.size > 0) return
      const leave = () => {
        this.#drop(seat)
        if (this.#seats.get(name) === seat && seat.pages.size === 0) this.#seats.delete(name)
      }
      if (seat.run === null) leave()
      else seat.leaving = setTimeout(leave, KEPT_MS).unref()
    }
  }

  /** The run there is; one that was made with other rights is gone. */
  runOf(page: Watching, database: RedisDatabase): AnalysisRun | null {
    const seat = this.#seats.get(nameOf(page))
    const run = seat?.run ?? null
    if (run === null || isDeepStrictEqual(run.readable, database.readable())) return run
    this.#drop(seat!)
    return null
  }

  begin(
    page: Watching,
    options: AnalysisOptions,
    { database, keep }: { database: RedisDatabase; keep: (run: AnalysisRun) => Promise<void> },
  ): AnalysisRun {
    const seat = this.#seats.get(nameOf(page))
    if (seat === undefined) throw new AppError(redisErrors.redis_scan_over)
    this.#drop(seat)
    this.#makeRoom(page.sessionId)
    const run = new AnalysisRun({
      number: (this.#runs += 1),
      options,
      database,
      keep,
      budgets: this.#limits.budgets,
      capBytes: Math.min(CAP_BYTES, this.#limits.room.capBytes()),
      onChange: () => {
        if (seat.run === run) for (const each of seat.pages) each.onChange()
      },
    })
    seat.run = run
    seat.unwatch = database.watch(({ state, error }) => {
      // It belongs to another connection, or to rights or a session that are gone.
      const isEnded = isOther(error) || (error instanceof AppError && error.def.code === 'session_expired')
      if (state === 'lost' && isEnded) this.#drop(seat)
    })
    this.#limits.room.add(run)
    run.start()
    return run
  }

  #drop(seat: Seat): void {
    seat.unwatch()
    seat.unwatch = () => undefined
    if (seat.run === null) return
    this.#limits.room.drop(seat.run)
    const { run } = seat
    seat.run = null
    run.cancel()
  }

  /** The oldest run that nobody looks at makes room. */
  #makeRoom(sessionId: string): void {
    const mine = [...this.#seats].filter(
      ([name, { run }]) => run !== null && (parseJsonText(name) as string[])[0] === sessionId,
    )
    if (mine.length < RUNS_MAX) return
    const [, unseen] = mine.find(([, { pages }]) => pages.size === 0) ?? []
    if (unseen === undefined)
      throw new AppError(redisErrors.redis_lists_full, { params: { limit: RUNS_MAX } })
    this.#drop(unseen)
  }
}

const nameOf = ({ sessionId, of }: Watching) => JSON.stringify([sessionId, of])
