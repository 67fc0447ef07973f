import { isCallError } from '@qd/web-base'
import { createStore } from 'zustand'
import type { Comparison, KeptAnalysis } from '../../contract/index.ts'

interface Pair {
  readonly before: string
  readonly after: string
}

export interface ComparisonState {
  /** Results that were kept, the newest first; null until they were read. */
  readonly kept: readonly KeptAnalysis[] | null
  readonly pair: Pair | null
  readonly result: Comparison | null
  /** Empty when all is well. */
  readonly failure: string
}

export interface ComparisonAsks {
  kept(): Promise<readonly KeptAnalysis[]>
  compare(before: string, after: string): Promise<Comparison>
}

/** The two newest, until others are chosen. */
function pairOf(kept: readonly KeptAnalysis[], chosen: Partial<Pair>): Pair | null {
  const [after, before] = kept
  if (after === undefined || before === undefined) return null
  const known = (id: string | undefined, usual: KeptAnalysis) =>
    kept.find((each) => each.id === id)?.id ?? usual.id
  return { before: known(chosen.before, before), after: known(chosen.after, after) }
}

/** Two kept results of a database side by side. */
export class ComparisonSession {
  readonly store = createStore<ComparisonState>()(() => ({
    kept: null,
    pair: null,
    result: null,
    failure: '',
  }))
  readonly #asks: ComparisonAsks
  #chosen: Partial<Pair> = {}
  /** Of the last reading: an older one that comes later is none. */
  #reading = 0

  constructor(asks: ComparisonAsks) {
    this.#asks = asks
  }

  choose(change: Partial<Pair>): void {
    this.#chosen = { ...this.#chosen, ...change }
    void this.read()
  }

  /** The list, and the two that are chosen. */
  async read(): Promise<void> {
    this.#reading += 1
    const reading = this.#reading
    const set = (change: Partial<ComparisonState>) => {
      if (reading === this.#reading) this.store.setState(change)
    }
    try {
      const kept = await this.#asks.kept()
      const pair = pairOf(kept, this.#chosen)
      const { result: before } = this.store.getState()
      const isSame = before?.before.id === pair?.before && before?.after.id === pair?.after
      set({ kept, pair, failure: '', ...(isSame ? {} : { result: null }) })
      if (pair !== null) set({ result: await this.#asks.compare(pair.before, pair.after) })
    } catch (error) {
      if (!isCallError(error)) throw error
      set({ failure: error.message })
    }
  }
}
