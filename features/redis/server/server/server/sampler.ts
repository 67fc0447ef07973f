import { SAMPLES_KEPT_MS } from '../../../contract/index.ts'
import type { ServerSample } from '../../../contract/index.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { onNodes } from './on-nodes.ts'
import { infoMap } from './read-info.ts'
import { textOf } from './replies.ts'

/** Somebody who looks at the figures of a server. */
export interface Looker {
  readonly everyMs: number
  /** With the rights they have now; rejects when they may look no more. */
  database(): Promise<RedisDatabase>
  tell(samples: readonly ServerSample[]): void
  fail(error: unknown): void
}

interface Reads {
  hits: number
  misses: number
}

const sum = (maps: readonly ReadonlyMap<string, string>[], name: string): number =>
  maps.reduce((total, map) => total + (Number(map.get(name)) || 0), 0)

/** Reads the whole server once; `before` are its counts of the reading before. */
async function sampleOf(
  database: RedisDatabase,
  before: Reads | null,
  signal: AbortSignal,
): Promise<{ sample: ServerSample; reads: Reads }> {
  const answers = await onNodes(
    database,
    { signal, isQuiet: true, failure: () => ({ code: '', msg: '' }) },
    async (node) => infoMap(textOf(await node.ask('INFO'))),
  )
  const infos = answers.flatMap(({ data }) => (data === null ? [] : [data]))
  const failed = answers.filter(({ data }) => data === null).map(({ node }) => node)
  const reads = { hits: sum(infos, 'keyspace_hits'), misses: sum(infos, 'keyspace_misses') }
  const [hits, misses] = [
    reads.hits - (before?.hits ?? reads.hits),
    reads.misses - (before?.misses ?? reads.misses),
  ]
  // Counts begin again with a restart or RESETSTAT, and jump when a node is missing.
  const isKnown = failed.length === 0 && hits >= 0 && misses >= 0 && hits + misses > 0
  const sample = {
    at: Date.now(),
    operations: sum(infos, 'instantaneous_ops_per_sec'),
    memory: sum(infos, 'used_memory'),
    clients: sum(infos, 'connected_clients'),
    input: Math.round(sum(infos, 'instantaneous_input_kbps') * 1_024),
    output: Math.round(sum(infos, 'instantaneous_output_kbps') * 1_024),
    hitRate: isKnown ? hits / (hits + misses) : null,
    failed,
  }
  return { sample, reads }
}

/** Reads one server for all who look at it, as often as the most impatient of them wants. */
class Sampler {
  readonly #lookers = new Map<Looker, { dueMs: number }>()
  readonly #ending = new AbortController()
  #kept: ServerSample[] = []
  #reads: Reads | null = null
  #timer: NodeJS.Timeout | null = null
  #isReading = false

  get isOver(): boolean {
    return this.#ending.signal.aborted
  }

  add(looker: Looker): void {
    this.#lookers.set(looker, { dueMs: 0 })
    if (this.#kept.length > 0) looker.tell(this.#kept)
    this.#soon(0)
  }

  remove(looker: Looker): void {
    this.#lookers.delete(looker)
    if (this.#lookers.size > 0) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#ending.abort()
  }

  #soon(ms: number): void {
    if (this.#isReading || this.isOver) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#turn(), ms).unref()
  }

  async #turn(): Promise<void> {
    this.#isReading = true
    const startedMs = Date.now()
    await this.#read()
    this.#isReading = false
    const every = Math.min(...[...this.#lookers.keys()].map(({ everyMs }) => everyMs))
    // One that never answers in time is not asked faster than it answers.
    if (this.#lookers.size > 0) this.#soon(Math.max(every / 2, startedMs + every - Date.now()))
  }

  /** Reads with the rights of whoever still has them; the others are told why they see nothing. */
  async #read(): Promise<void> {
    for (const looker of this.#lookers.keys()) {
      try {
        const { sample, reads } = await sampleOf(await looker.database(), this.#reads, this.#ending.signal)
        this.#reads = sample.failed.length === 0 ? reads : null
        this.#kept = [...this.#kept.filter(({ at }) => at > sample.at - SAMPLES_KEPT_MS), sample]
        this.#tell(sample)
        return
      } catch (error) {
        if (this.isOver) return
        looker.fail(error)
      }
    }
  }

  #tell(sample: ServerSample): void {
    for (const [looker, state] of this.#lookers) {
      // A little early is on time: the timer of the quickest is the timer of all.
      if (sample.at < state.dueMs - 50) continue
      state.dueMs = sample.at + looker.everyMs
      looker.tell([sample])
    }
  }
}

/** The samplers of this console by connection: started with the first who looks, ended with the last. */
export class Samplers {
  readonly #byConnection = new Map<string, Sampler>()

  get count(): number {
    return this.#byConnection.size
  }

  /** Returns what ends the look. */
  look(key: string, looker: Looker): () => void {
    const sampler = this.#byConnection.get(key) ?? new Sampler()
    this.#byConnection.set(key, sampler)
    sampler.add(looker)
    return () => {
      sampler.remove(looker)
      if (sampler.isOver) this.#byConnection.delete(key)
    }
  }
}
