import type { JobStage } from '@qd/server-kit'
import type { StoredRow } from './chunk-rows.ts'

/** So that a wrong order does little harm before anybody, or the failure limit, looks at it. */
export const FIRST_CHUNK_ROWS = 20

/** Some rows that are committed together, as text. */
export interface CutChunk {
  first: number
  count: number
  rows: string
}

/** Where each stage before the rest ends. */
export function stageEnds(stages: readonly JobStage[]): number[] {
  let end = 0
  return stages.map(({ rows }) => (end += rows))
}

/** Cuts rows that come one after the other into chunks: the first one small, none reaching over the end of a stage. */
export class RowCutter {
  readonly #chunkRows: number
  readonly #ends: readonly number[]
  #first: number
  #rows: StoredRow[] = []

  /** `seq`: rows that were cut before. */
  constructor(chunkRows: number, stages: readonly JobStage[], seq = 0) {
    this.#chunkRows = chunkRows
    this.#ends = stageEnds(stages)
    this.#first = seq
  }

  get seq(): number {
    return this.#first + this.#rows.length
  }

  /** The chunk that the row completes. */
  take(row: StoredRow): CutChunk | null {
    this.#rows.push(row)
    return this.#rows.length >= this.#size() ? this.rest() : null
  }

  /** What is left over; null when nothing is. */
  rest(): CutChunk | null {
    const rows = this.#rows
    if (rows.length === 0) return null
    const chunk = { first: this.#first, count: rows.length, rows: JSON.stringify(rows) }
    this.#first += rows.length
    this.#rows = []
    return chunk
  }

  #size(): number {
    const wanted = this.#first === 0 ? Math.min(FIRST_CHUNK_ROWS, this.#chunkRows) : this.#chunkRows
    const end = this.#ends.find((each) => each > this.#first) ?? Infinity
    return Math.min(wanted, end - this.#first)
  }
}

/** A row as it is stored, whatever else it carries. */
export function storedRow({ key, input, place }: StoredRow): StoredRow {
  return place === undefined ? { key, input } : { key, input, place }
}
